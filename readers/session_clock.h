// session_clock.h: ticks into Unix time.
//
// Shape    between two stamps of the session's clock ticks are spread evenly over CLOCK_MONOTONIC_RAW, which corrects
//          drift; the wall clock is taken from the first stamp alone, so that setting it moves no record against
//          another. A ring with a clock of its own has one rate and one anchor.
// Units    whole attoseconds; results beyond what an Instant holds stop at its ends.
// Threads  const after Build.
#pragma once

#include <cstdint>
#include <optional>
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

// The same for many moments of one anchor and rate: multiplies where AtRate divides.
class TickSegment {
 public:
  TickSegment(uint64_t anchor_ticks, int64_t at_ns, TickRate rate);

  uint64_t anchor_ticks() const { return anchor_ticks_; }
  const TickRate& rate() const { return rate_; }
  Instant At(uint64_t ticks) const;

 private:
  // What lies before the anchor or far behind it: as whole periods of the rate, added to *ns, and a rest. False where
  // they are too many.
  bool TakePeriods(uint64_t ticks, uint64_t* past, int64_t* ns) const;

  uint64_t anchor_ticks_;
  int64_t at_ns_;
  TickRate rate_;
  uint64_t most_past_ = 0;  // ticks behind the anchor that 64 bits of attoseconds can say
  // Attoseconds a tick, and what is left of one in 2^64ths, rounded up.
  uint64_t attos_per_tick_ = 0;
  uint64_t attos_fraction_ = 0;
};

class SessionClock {
 public:
  // Stamps in any order, repeats and impossible ones included; ticks_per_second where stamps can't tell.
  void Build(std::vector<ClockStamp> stamps, uint64_t ticks_per_second);

  Instant At(uint64_t ticks) const;
  // How far the wall clock was moved between the first and the last stamp.
  int64_t wall_clock_shift_ns() const { return wall_clock_shift_ns_; }

 private:
  // By ticks; each holds up to the next, the first and last also beyond.
  std::vector<TickSegment> segments_;
  int64_t wall_clock_shift_ns_ = 0;
};

// The clock of one ring.
class RingClock {
 public:
  // ring NULL: not known, then the session's clock.
  RingClock(const SessionClock* session, const RingEntry* ring);
  Instant At(uint64_t ticks) const { return own_ ? own_->At(ticks) : session_->At(ticks); }

 private:
  const SessionClock* session_;
  std::optional<TickSegment> own_;
};

}  // namespace aclprof
