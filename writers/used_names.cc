#include "writers/used_names.h"

#include <algorithm>
#include <array>
#include <optional>

#include "format/record_layout.h"

namespace aclprof {
namespace {

// Most records name what others named a moment ago; what is still in the cache isn't noted again.
class NameCollector {
 public:
  explicit NameCollector(std::vector<DictionaryRef>* refs) : refs_(refs) {}

  void Add(DictionarySpace space, uint32_t id) {
    if (id == 0 || id == kUnknownId) return;
    uint32_t& seen = seen_[static_cast<size_t>(space)][id % kSlots];
    if (seen == id) return;
    seen = id;
    refs_->push_back({space, id});
  }

 private:
  static constexpr size_t kSlots = 512;
  std::array<std::array<uint32_t, kSlots>, kDictionarySpaces> seen_{};
  std::vector<DictionaryRef>* refs_;
};

std::optional<DictionarySpace> SpaceOf(FieldRole role) {
  switch (role) {
    case FieldRole::kString:
      return DictionarySpace::kString;
    case FieldRole::kOp:
      return DictionarySpace::kOp;
    case FieldRole::kTaskType:
      return DictionarySpace::kTaskType;
    default:
      return std::nullopt;
  }
}

template <typename Id>
void AddAll(const RecordGroup& group, const Field& field, DictionarySpace space,
            NameCollector* names) {
  for (const RecordRef& record : group.records)
    names->Add(space, Load<Id>(record.payload + field.offset));
}

}  // namespace

void FindUsedNames(std::span<const RecordGroup> groups, uint32_t ring_id,
                   std::vector<DictionaryRef>* refs) {
  refs->clear();
  NameCollector names(refs);
  names.Add(DictionarySpace::kRing, ring_id);
  for (const RecordGroup& group : groups) {
    for (const Field& field : LayoutOf(group.kind).fields) {
      const auto space = SpaceOf(field.role);
      if (!space) continue;
      field.bytes == 4 ? AddAll<uint32_t>(group, field, *space, &names)
                       : AddAll<uint16_t>(group, field, *space, &names);
    }
  }
  std::sort(refs->begin(), refs->end());
  refs->erase(std::unique(refs->begin(), refs->end()), refs->end());
}

}  // namespace aclprof
