// tick_clock.h: the clock that stamps records.
//
// Units    ticks of CLOCK_MONOTONIC_RAW, one a nanosecond; with ACLPROF_CLOCK=fixed a count that goes up by 1,000 at
//          every call and starts at 0, so that a run can be repeated to the byte.
// Threads  any, signal handlers included.
#pragma once

#include <cstdint>

namespace aclprof {

// One moment on the tick clock and on the two clocks of the system that matter to a reader.
struct ClockMoment {
  uint64_t ticks = 0;
  int64_t monotonic_raw_ns = 0;
  int64_t realtime_ns = 0;
};

inline constexpr uint64_t kTicksPerSecond = 1000000000;

uint64_t NowTicks();
ClockMoment NowMoment();
// "monotonic_raw" or "fixed".
const char* ClockSourceName();
bool ClockIsFixed();

}  // namespace aclprof
