#include "writers/used_names.h"

#include <algorithm>
#include <bit>

#include "base/byte_order.h"

namespace aclprof {

void UsedNames::Add(DictionarySpace space, std::span<const uint32_t> ids, uint32_t most) {
  Space* const used = &spaces_[static_cast<size_t>(space)];
  if (most < kLowIds) return AddLow(ids, most, used);
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < kLowIds)
      AddLow(ids.subspan(i, 1), ids[i], used);
    else if (ids[i] != kUnknownId && (i == 0 || ids[i] != ids[i - 1]))
      high_.push_back({space, ids[i]});
  }
}

void UsedNames::AddBelow64(DictionarySpace space, uint64_t ids) {
  Space* const used = &spaces_[static_cast<size_t>(space)];
  if (ids != 0) Reach(static_cast<uint32_t>(std::bit_width(ids)) - 1, used);
  for (; ids != 0; ids &= ids - 1) used->used[static_cast<size_t>(std::countr_zero(ids))] = 1;
}

void UsedNames::AddLow(std::span<const uint32_t> ids, uint32_t most, Space* space) {
  Reach(most, space);
#pragma GCC unroll 8
  for (const uint32_t id : ids) space->used[id] = 1;
}

void UsedNames::Reach(uint32_t most, Space* space) {
  if (most < space->end) return;
  const size_t end = (size_t{most} / 8 + 1) * 8;
  std::fill(space->used.begin() + space->end, space->used.begin() + end, 0);
  space->end = end;
}

void UsedNames::AppendLow(DictionarySpace space, std::vector<DictionaryRef>* refs) const {
  const Space& low = spaces_[static_cast<size_t>(space)];
  for (size_t first = 0; first < low.end; first += 8) {
    if (Load<uint64_t>(&low.used[first]) == 0) continue;
    for (size_t id = first; id < first + 8; ++id)
      if (low.used[id] != 0 && id != 0) refs->push_back({space, static_cast<uint32_t>(id)});
  }
}

void UsedNames::MoveTo(std::vector<DictionaryRef>* refs) {
  refs->clear();
  for (size_t i = 0; i < spaces_.size(); ++i) AppendLow(static_cast<DictionarySpace>(i), refs);
  if (high_.empty()) return;
  refs->insert(refs->end(), high_.begin(), high_.end());
  std::sort(refs->begin(), refs->end());
  refs->erase(std::unique(refs->begin(), refs->end()), refs->end());
}

}  // namespace aclprof
