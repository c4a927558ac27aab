#include "writers/file_dictionary.h"

#include <string_view>

#include "writers/frame_builder.h"

namespace aclprof {

void FileDictionary::AppendMissing(const std::vector<DictionaryRef>& refs, Bytes* bytes) {
  const size_t start = BeginFrame(bytes);
  const size_t before = in_order_.size();
  for (DictionaryRef ref : refs) Add(ref, bytes);
  if (in_order_.size() == before) return bytes->resize(start);
  EndFrame(bytes, start, FrameType::kDictionary);
}

void FileDictionary::AppendAll(Bytes* bytes) const {
  size_t start = BeginFrame(bytes);
  for (DictionaryRef ref : in_order_) {
    if (bytes->size() - start > kBodyTargetBytes) {
      EndFrame(bytes, start, FrameType::kDictionary, kFrameRepeated);
      start = BeginFrame(bytes);
    }
    std::string_view entry;
    if (source_->Lookup(ref, &entry)) AppendDictionaryEntry(ref, entry, bytes);
  }
  EndFrame(bytes, start, FrameType::kDictionary, kFrameRepeated);
}

bool FileDictionary::Has(DictionaryRef ref) const {
  const std::vector<bool>& ids = has_[static_cast<size_t>(ref.space)];
  return ref.id < ids.size() && ids[ref.id];
}

// An id is noted only once its entry was found: entries are dense, ids in records may be anything.
void FileDictionary::Add(DictionaryRef ref, Bytes* body) {
  std::string_view entry;
  if (source_ == nullptr || ref.id == 0 || Has(ref) || !source_->Lookup(ref, &entry)) return;
  if (ref.space == DictionarySpace::kOp) AddStringsOfOp(entry, body);
  std::vector<bool>& ids = has_[static_cast<size_t>(ref.space)];
  if (ids.size() <= ref.id) ids.resize(ref.id + 1);
  ids[ref.id] = true;
  in_order_.push_back(ref);
  const size_t before = body->size();
  AppendDictionaryEntry(ref, entry, body);
  body_bytes_ += body->size() - before;
}

void FileDictionary::AddStringsOfOp(std::string_view entry, Bytes* body) {
  if (entry.size() < sizeof(OpEntry)) return;
  for (int i = 0; i < kOpEntryStrings; ++i) {
    Add({DictionarySpace::kString, Load<uint32_t>(entry.data() + i * sizeof(uint32_t))}, body);
  }
}

}  // namespace aclprof
