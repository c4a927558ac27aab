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

// An Instant while it is calculated with.
struct FineTime {
  int64_t ns;
  uint32_t attos;

  Instant ToInstant() const { return FromNanosAndAttos<Instant>(ns, attos); }
};

// The same for many moments of one anchor and rate: multiplies where AtRate divides.
class TickSegment {
 public:
  TickSegment(uint64_t anchor_ticks, int64_t at_ns, TickRate rate);

  uint64_t anchor_ticks() const { return anchor_ticks_; }
  const TickRate& rate() const { return rate_; }
  Instant At(uint64_t ticks) const { return FineAt(ticks).ToInstant(); }

  FineTime FineAt(uint64_t ticks) const {
    if (!IsNear(ticks)) return FarAt(ticks);
    const uint64_t past = ticks - anchor_ticks_;
    int64_t ns = at_ns_;
    uint64_t attos =
        past * attos_per_tick_ + static_cast<uint64_t>(Wide{past} * attos_fraction_ >> 64);
    // The fraction was rounded up: where that made one attosecond too many, they are worth more than there was.
    const uint64_t left = past * attos_ - attos * rate_.ticks;
    if (static_cast<int64_t>(left) < 0) --attos;
    if (__builtin_add_overflow(ns, static_cast<int64_t>(attos / kAttosPerNano), &ns))
      return DividedAt(ticks);
    return {ns, static_cast<uint32_t>(attos % kAttosPerNano)};
  }

  // Whether FineAt is quick.
  bool IsNear(uint64_t ticks) const {
    return ticks >= anchor_ticks_ && ticks - anchor_ticks_ <= most_past_;
  }
  // The same with the anchor moved by whole periods of the rate, so that `ticks` are near if they can be.
  TickSegment MovedTo(uint64_t ticks) const;

 private:
  using Wide = unsigned __int128;

  FineTime FarAt(uint64_t ticks) const;
  FineTime DividedAt(uint64_t ticks) const;

  uint64_t anchor_ticks_;
  int64_t at_ns_;
  TickRate rate_;
  uint64_t most_past_ = 0;  // ticks behind the anchor that 64 bits of attoseconds can say
  uint64_t attos_;          // in rate_.ticks, as far as 64 bits say them
  // Attoseconds a tick, and what is left of one in 2^64ths, rounded up.
  uint64_t attos_per_tick_ = 0;
  uint64_t attos_fraction_ = 0;
};

// A segment, and the ticks that it holds for.
struct SegmentSpan {
  const TickSegment* segment = nullptr;
  uint64_t first = 0;
  uint64_t last = 0;
};

class SessionClock {
 public:
  // Stamps in any order, repeats and impossible ones included; ticks_per_second where stamps can't tell.
  void Build(std::vector<ClockStamp> stamps, uint64_t ticks_per_second);

  Instant At(uint64_t ticks) const { return SpanOf(ticks).segment->At(ticks); }
  SegmentSpan SpanOf(uint64_t ticks) const;
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
  Instant At(uint64_t ticks) const { return SpanOf(ticks).segment->At(ticks); }
  SegmentSpan SpanOf(uint64_t ticks) const {
    return own_ ? SegmentSpan{&*own_, 0, UINT64_MAX} : session_->SpanOf(ticks);
  }

 private:
  const SessionClock* session_;
  std::optional<TickSegment> own_;
};

// The clock of a ring for moments most of which lie near each other.
class MomentReader {
 public:
  explicit MomentReader(const RingClock& clock) : clock_(clock) {}

  FineTime At(uint64_t ticks) {
    if (!near_ || !near_->IsNear(ticks) || ticks < span_.first || ticks > span_.last) Move(ticks);
    return near_->FineAt(ticks);
  }

 private:
  void Move(uint64_t ticks) {
    span_ = clock_.SpanOf(ticks);
    near_ = span_.segment->MovedTo(ticks);
  }

  const RingClock& clock_;
  SegmentSpan span_;
  std::optional<TickSegment> near_;
};

}  // namespace aclprof
