// time_span.h: the least start and the greatest end of the records of a block.
//
// Units    ticks of the ring's clock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace aclprof {

class TimeSpan {
 public:
  bool empty() const { return first_ > last_; }
  uint64_t first() const { return empty() ? 0 : first_; }
  uint64_t last() const { return empty() ? 0 : last_; }

  void Add(uint64_t first, uint64_t last) {
    first_ = std::min(first_, first);
    last_ = std::max(last_, last);
  }

  // An end before its start is none.
  void AddEnds(const uint64_t* starts, const uint64_t* ends, size_t count) {
    for (size_t i = 0; i < count; ++i) Add(starts[i], std::max(starts[i], ends[i]));
  }

 private:
  uint64_t first_ = UINT64_MAX;
  uint64_t last_ = 0;
};

}  // namespace aclprof
