#include "readers/coverage.h"

#include <algorithm>

namespace aclprof {

void Coverage::Cover(uint64_t begin, uint64_t end) {
  const bool goes_on = !ranges_.empty() && ranges_.back().second == begin;
  goes_on ? static_cast<void>(ranges_.back().second = end)
          : static_cast<void>(ranges_.emplace_back(begin, end));
}

std::vector<FileDamage> Coverage::Gaps(const std::string& path, uint64_t file_bytes) {
  std::vector<FileDamage> gaps;
  ranges_.emplace_back(file_bytes, file_bytes);
  std::sort(ranges_.begin(), ranges_.end());
  uint64_t covered = 0;
  auto fault = faults_.begin();
  for (const auto& [begin, end] : ranges_) {
    while (fault != faults_.end() && fault->first < covered) ++fault;
    if (begin > covered) {
      const bool told = fault != faults_.end() && fault->first < begin;
      const char* const what = begin == file_bytes ? "torn tail"
                               : told              ? fault->second
                                                   : "bytes that are no frame";
      gaps.push_back({path, covered, begin - covered, 0, what});
    }
    covered = std::max(covered, end);
  }
  return gaps;
}

}  // namespace aclprof
