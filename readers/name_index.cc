#include "readers/name_index.h"

#include "base/byte_order.h"

namespace aclprof {
namespace {

size_t TableOf(DictionarySpace space) { return space == DictionarySpace::kTaskType ? 1 : 0; }

}  // namespace

// An entry too short for its struct says nothing; the id then counts as unknown.
void NameIndex::Add(DictionaryRef ref, std::string_view entry) {
  switch (ref.space) {
    case DictionarySpace::kString:
    case DictionarySpace::kTaskType:
      texts_[TableOf(ref.space)].try_emplace(ref.id, entry);
      break;
    case DictionarySpace::kOp:
      if (entry.size() >= sizeof(OpEntry)) ops_.try_emplace(ref.id, Load<OpEntry>(entry.data()));
      break;
    case DictionarySpace::kRing:
      if (entry.size() < sizeof(RingEntry)) break;
      rings_.try_emplace(ref.id, NamedRing{Load<RingEntry>(entry.data()),
                                           std::string(entry.substr(sizeof(RingEntry)))});
      break;
  }
}

std::string_view NameIndex::Text(DictionaryRef ref) const {
  if (ref.id == 0) return {};
  const auto& table = texts_[TableOf(ref.space)];
  const auto found = table.find(ref.id);
  if (found != table.end()) return found->second;
  return unknown_.try_emplace(ref, "unknown(" + std::to_string(ref.id) + ")").first->second;
}

const OpEntry* NameIndex::Op(uint32_t id) const {
  const auto found = ops_.find(id);
  return found == ops_.end() ? nullptr : &found->second;
}

const RingEntry* NameIndex::Ring(uint32_t id, std::string_view* name) const {
  const auto found = rings_.find(id);
  if (found == rings_.end()) return nullptr;
  if (name != nullptr) *name = found->second.name;
  return &found->second.entry;
}

std::string_view NameIndex::DeviceName(int32_t device_id) const {
  uint32_t first = kUnknownId;
  std::string_view name;
  for (const auto& [id, ring] : rings_) {
    if (ring.entry.device_id != device_id || ring.name.empty() || id >= first) continue;
    first = id;
    name = ring.name;
  }
  return name;
}

}  // namespace aclprof
