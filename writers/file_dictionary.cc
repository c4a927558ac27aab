#include "writers/file_dictionary.h"

#include <string_view>

#include "writers/frame_builder.h"

namespace aclprof {

void FileDictionary::AppendMissing(const std::vector<DictionaryRef>& refs, Bytes* bytes) {
  FrameSequence frames(FrameType::kDictionary, 0, bytes);
  for (DictionaryRef ref : refs) Add(ref, &frames, bytes);
  frames.End();
}

void FileDictionary::AppendAll(Bytes* bytes) const {
  FrameSequence frames(FrameType::kDictionary, kFrameRepeated, bytes);
  for (DictionaryRef ref : in_order_) {
    std::string_view entry;
    if (!source_->Lookup(ref, &entry)) continue;
    frames.MakeRoom();
    AppendDictionaryEntry(ref, entry, bytes);
  }
  frames.End();
}

bool FileDictionary::Has(DictionaryRef ref) const {
  const std::vector<bool>& ids = has_[static_cast<size_t>(ref.space)];
  return ref.id < ids.size() && ids[ref.id];
}

// An id is noted only once its entry was found: entries are dense, ids in records may be anything.
void FileDictionary::Add(DictionaryRef ref, FrameSequence* frames, Bytes* bytes) {
  std::string_view entry;
  if (source_ == nullptr || ref.id == 0 || Has(ref) || !source_->Lookup(ref, &entry)) return;
  if (ref.space == DictionarySpace::kOp) AddStringsOfOp(entry, frames, bytes);
  std::vector<bool>& ids = has_[static_cast<size_t>(ref.space)];
  if (ids.size() <= ref.id) ids.resize(ref.id + 1);
  in_order_.push_back(ref);
  ids[ref.id] = true;
  frames->MakeRoom();
  const size_t before = bytes->size();
  AppendDictionaryEntry(ref, entry, bytes);
  body_bytes_ += bytes->size() - before;
}

void FileDictionary::GoBack(const Mark& mark) noexcept {
  for (; in_order_.size() > mark.entries; in_order_.pop_back())
    has_[static_cast<size_t>(in_order_.back().space)][in_order_.back().id] = false;
  body_bytes_ = mark.body_bytes;
}

void FileDictionary::AddStringsOfOp(std::string_view entry, FrameSequence* frames, Bytes* bytes) {
  if (entry.size() < sizeof(OpEntry)) return;
  for (int i = 0; i < kOpEntryStrings; ++i) {
    Add({DictionarySpace::kString, Load<uint32_t>(entry.data() + i * sizeof(uint32_t))}, frames,
        bytes);
  }
}

}  // namespace aclprof
