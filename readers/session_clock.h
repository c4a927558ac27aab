// session_clock.h: ticks into Unix time.
//
// Shape    between two stamps of the session's clock ticks are spread evenly over CLOCK_MONOTONIC_RAW, which corrects
//          drift; the wall clock is taken from the first stamp alone, so that setting it moves no record against
//          another. A ring with a clock of its own has one rate and one anchor.
// Units    whole attoseconds; results beyond what an Instant holds stop at its ends.
// Threads  const after Build.
#pragma once

#include <cstdint>
#include <vector>

#include "base/instant.h"
#include "format/trace_format.h"

namespace aclprof {

// From one moment on, `ticks` ticks take `ns` nanoseconds.
struct TickRate {
  uint64_t ticks = 1000000000;
  uint64_t ns = 1000000000;
};

// The moment `ticks`, which is `at_ns` at `anchor_ticks`.
Instant AtRate(uint64_t ticks, uint64_t anchor_ticks, int64_t at_ns, TickRate rate);

class SessionClock {
 public:
  // Stamps in any order, repeats and impossible ones included; ticks_per_second where stamps can't tell.
  void Build(std::vector<ClockStamp> stamps, uint64_t ticks_per_second);

  Instant At(uint64_t ticks) const;
  // How far the wall clock was moved between the first and the last stamp.
  int64_t wall_clock_shift_ns() const { return wall_clock_shift_ns_; }

 private:
  struct Segment {
    Instant At(uint64_t at_ticks) const;

    uint64_t ticks;
    int64_t realtime_ns;
    TickRate rate;
    // Attoseconds a tick, and what is left of one in 2^64ths: a multiplication in place of a division.
    uint64_t attos_per_tick;
    uint64_t attos_fraction;
  };
  static Segment MakeSegment(uint64_t ticks, int64_t realtime_ns, TickRate rate);

  std::vector<Segment>
      segments_;  // by ticks; each holds up to the next, the first and last also beyond
  int64_t wall_clock_shift_ns_ = 0;
};

// The clock of one ring.
class RingClock {
 public:
  RingClock(const SessionClock* session, const RingEntry* ring) : session_(session), ring_(ring) {}
  Instant At(uint64_t ticks) const;

 private:
  const SessionClock* session_;
  const RingEntry* ring_;  // NULL: not known, then the session's clock
};

}  // namespace aclprof
