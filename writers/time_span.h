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

  void AddPoints(const uint64_t* times, size_t count) { AddEnds(times, times, count); }

  // A duration that runs past the end of time ends there.
  void AddDurations(const uint64_t* starts, const uint64_t* durations, size_t count) {
    Add(starts, count,
        [=](size_t i) { return starts[i] + std::min(durations[i], UINT64_MAX - starts[i]); });
  }

  // An end before its start is none.
  void AddEnds(const uint64_t* starts, const uint64_t* ends, size_t count) {
    Add(starts, count, [=](size_t i) { return std::max(starts[i], ends[i]); });
  }

 private:
  template <typename End>
  void Add(const uint64_t* starts, size_t count, End end) {
    uint64_t first = first_, last = last_;
    for (size_t i = 0; i < count; ++i) {
      first = std::min(first, starts[i]);
      last = std::max(last, end(i));
    }
    first_ = first;
    last_ = last;
  }

  uint64_t first_ = UINT64_MAX;
  uint64_t last_ = 0;
};

}  // namespace aclprof
