// replay_clock.h: the ticks in which a capture is replayed: fine enough for all of its digits, counted from its start.
//
// Units    10^9 to 10^18 ticks a second. Where a capture is too long for its digits the ticks are coarser, and times
//          are rounded to the nearest.
#pragma once

#include <cstdint>

#include "aclprof/producer.h"
#include "base/instant.h"

namespace aclprof {

inline constexpr int64_t kNanosPerSecond = 1000000000;

class ReplayClock {
 public:
  // For a capture whose times lie in first..last and have this many digits below the nanosecond.
  ReplayClock(Instant first, Instant last, int sub_nano_digits);

  uint64_t TicksAt(Instant instant) const { return Ticks(instant - Instant{anchor_ns_, 0}); }
  uint64_t Ticks(Span span) const;
  aclprofx_clock description() const;
  // Whether every digit of the capture has its place.
  bool exact() const { return exact_; }

 private:
  int64_t anchor_ns_;
  int64_t ticks_a_nano_ = 1;
  bool exact_ = true;
};

}  // namespace aclprof
