#include "writers/used_names.h"

#include <algorithm>

namespace aclprof {

void UsedNames::Add(DictionarySpace space, std::span<const uint32_t> ids) {
  auto& seen = seen_[static_cast<size_t>(space)];
  for (const uint32_t id : ids) {
    uint32_t& slot = seen[id % kSlots];
    if (slot == id || id == kUnknownId) continue;
    slot = id;
    if (id != 0) refs_.push_back({space, id});
  }
}

void UsedNames::MoveTo(std::vector<DictionaryRef>* refs) {
  std::sort(refs_.begin(), refs_.end());
  refs_.erase(std::unique(refs_.begin(), refs_.end()), refs_.end());
  refs->swap(refs_);
  refs_.clear();
}

}  // namespace aclprof
