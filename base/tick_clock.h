// tick_clock.h: the clock that stamps records.
//
// Units    ticks of the processor's counter where it can be trusted (the TSC, or CNTVCT on aarch64), else of
//          CLOCK_MONOTONIC_RAW, one a nanosecond. ACLPROF_CLOCK=monotonic asks for the latter; with ACLPROF_CLOCK=fixed
//          a count goes up by 1,000 at every call and starts at 0, so that a run can be repeated to the byte.
// Threads  any, signal handlers included; but TicksPerSecond may sleep, and ClockNote is not for signal handlers.
#pragma once

#include <cstdint>

namespace aclprof {

// One moment on the tick clock and on the two clocks of the system that matter to a reader.
struct ClockMoment {
  uint64_t ticks = 0;
  int64_t monotonic_raw_ns = 0;
  int64_t realtime_ns = 0;
};

// Not before anything that the thread has seen happen, so that cause and effect on two threads keep their order.
uint64_t NowTicks();
// The three at the same moment, as near as reading one after the other comes to it: 30 to 100 ns.
ClockMoment NowMoment();
// For time-outs and intervals: cheaper than a moment.
int64_t MonotonicNs();

// Measured against CLOCK_MONOTONIC_RAW since the library was loaded; sleeps a few ms when that was just now.
uint64_t TicksPerSecond();
// Whether aclprofx_counter() of aclprof/producer.h gives these ticks.
bool ClockIsCounter();
bool ClockIsFixed();
// What NowMoment gave or will give at these ticks of the fixed clock.
ClockMoment FixedMomentAt(uint64_t ticks);
// "tsc", "cntvct", "monotonic_raw" or "fixed".
const char* ClockSourceName();
// Why it is not the processor's counter, or that what was asked for is not known; else empty.
const char* ClockNote();

}  // namespace aclprof
