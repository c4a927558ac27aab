#include "readers/session_clock.h"

#include <algorithm>

namespace aclprof {
namespace {

using Wide = __int128;
using UnsignedWide = unsigned __int128;

constexpr uint64_t kNanosPerSecond = 1000000000;
// Stamps nearer than this say more about the moments between their readings than about the rate.
constexpr int64_t kShortestSegmentNs = 10000000;
// Above, products could leave 128 bits; no two stamps of a real session are weeks apart.
constexpr uint64_t kLongestSegment = uint64_t{1} << 52;

Instant FromAttos(Wide at_ns, Wide attos) {
  at_ns += attos / kAttosPerNano;
  if (at_ns > INT64_MAX) return {INT64_MAX, kFemtosPerNano - 1, kAttosPerFemto - 1};
  if (at_ns < INT64_MIN) return {INT64_MIN, 0};
  return FromNanosAndAttos<Instant>(static_cast<int64_t>(at_ns),
                                    static_cast<uint32_t>(attos % kAttosPerNano));
}

bool IsUsable(const ClockStamp& before, const ClockStamp& after) {
  if (after.ticks <= before.ticks || after.monotonic_raw_ns <= before.monotonic_raw_ns)
    return false;
  const Wide ns = Wide{after.monotonic_raw_ns} - before.monotonic_raw_ns;
  return ns >= kShortestSegmentNs && ns < Wide{kLongestSegment} &&
         after.ticks - before.ticks < kLongestSegment;
}

std::vector<ClockStamp> Usable(std::vector<ClockStamp> stamps) {
  std::sort(stamps.begin(), stamps.end(),
            [](const ClockStamp& a, const ClockStamp& b) { return a.ticks < b.ticks; });
  std::vector<ClockStamp> kept;
  for (const ClockStamp& stamp : stamps) {
    if (kept.empty() || IsUsable(kept.back(), stamp)) kept.push_back(stamp);
  }
  return kept;
}

int64_t Offset(const ClockStamp& stamp) {
  return static_cast<int64_t>(static_cast<uint64_t>(stamp.realtime_ns) -
                              static_cast<uint64_t>(stamp.monotonic_raw_ns));
}

}  // namespace

// ns = ticks * rate.ns / rate.ticks, taken apart so that no product leaves 128 bits and no digit is lost.
Instant AtRate(uint64_t ticks, uint64_t anchor_ticks, int64_t at_ns, TickRate rate) {
  const Wide past = Wide{ticks} - Wide{anchor_ticks};
  const Wide period = rate.ticks;
  Wide periods = past / period;
  Wide rest = past % period;
  if (rest < 0) {
    rest += period;
    --periods;
  }
  const Wide rest_scaled = rest * rate.ns;
  const Wide whole_ns = rest_scaled / period;
  const Wide attos = rest_scaled % period * kAttosPerNano / period;
  return FromAttos(Wide{at_ns} + periods * rate.ns + whole_ns, attos);
}

// A rate that nobody's clock has is left to AtRate.
TickSegment::TickSegment(uint64_t anchor_ticks, int64_t at_ns, TickRate rate)
    : anchor_ticks_(anchor_ticks), at_ns_(at_ns), rate_(rate) {
  const UnsignedWide attos = UnsignedWide{rate.ns} * kAttosPerNano;
  attos_ = static_cast<uint64_t>(attos);
  const UnsignedWide per_tick = attos / rate.ticks;
  if (per_tick == 0 || per_tick > UINT64_MAX / 2) return;
  attos_per_tick_ = static_cast<uint64_t>(per_tick);
  attos_fraction_ =
      static_cast<uint64_t>(((attos % rate.ticks << 64) + (rate.ticks - 1)) / rate.ticks);
  most_past_ = UINT64_MAX / (attos_per_tick_ + 1);
}

TickSegment TickSegment::MovedTo(uint64_t ticks) const {
  if (IsNear(ticks)) return *this;
  const bool is_before = ticks < anchor_ticks_;
  const uint64_t distance = is_before ? anchor_ticks_ - ticks : ticks - anchor_ticks_;
  const uint64_t rest = distance % rate_.ticks;
  const uint64_t periods = distance / rate_.ticks + (is_before && rest > 0 ? 1 : 0);
  TickSegment moved = *this;
  int64_t periods_ns;
  const bool can_move = !__builtin_mul_overflow(periods, rate_.ns, &periods_ns) &&
                        !(is_before ? __builtin_sub_overflow(at_ns_, periods_ns, &moved.at_ns_)
                                    : __builtin_add_overflow(at_ns_, periods_ns, &moved.at_ns_));
  if (!can_move || (is_before && anchor_ticks_ / rate_.ticks < periods)) return *this;
  moved.anchor_ticks_ += (is_before ? 0 - periods : periods) * rate_.ticks;
  return moved;
}

FineTime TickSegment::FarAt(uint64_t ticks) const {
  const TickSegment moved = MovedTo(ticks);
  return moved.IsNear(ticks) ? moved.FineAt(ticks) : DividedAt(ticks);
}

FineTime TickSegment::DividedAt(uint64_t ticks) const {
  const Instant at = AtRate(ticks, anchor_ticks_, at_ns_, rate_);
  return {at.ns, SubNanoAttos(at)};
}

void SessionClock::Build(std::vector<ClockStamp> stamps, uint64_t ticks_per_second) {
  const TickRate nominal{ticks_per_second == 0 ? kNanosPerSecond : ticks_per_second,
                         kNanosPerSecond};
  const std::vector<ClockStamp> kept = Usable(std::move(stamps));
  segments_.clear();
  if (kept.empty()) {
    segments_.emplace_back(0, 0, nominal);
    return;
  }
  const auto offset = static_cast<uint64_t>(Offset(kept.front()));
  for (size_t i = 0; i < kept.size(); ++i) {
    TickRate rate = segments_.empty() ? nominal : segments_.back().rate();
    if (i + 1 < kept.size()) {
      rate = {kept[i + 1].ticks - kept[i].ticks,
              static_cast<uint64_t>(kept[i + 1].monotonic_raw_ns - kept[i].monotonic_raw_ns)};
    }
    const auto realtime_ns =
        static_cast<int64_t>(static_cast<uint64_t>(kept[i].monotonic_raw_ns) + offset);
    segments_.emplace_back(kept[i].ticks, realtime_ns, rate);
  }
  wall_clock_shift_ns_ = static_cast<int64_t>(static_cast<uint64_t>(Offset(kept.back())) - offset);
}

SegmentSpan SessionClock::SpanOf(uint64_t ticks) const {
  auto after = std::upper_bound(
      segments_.begin(), segments_.end(), ticks,
      [](uint64_t value, const TickSegment& segment) { return value < segment.anchor_ticks(); });
  SegmentSpan span{&segments_.front(), 0, UINT64_MAX};
  if (after == segments_.begin()) ++after;
  span.segment = &*std::prev(after);
  if (span.segment != &segments_.front()) span.first = span.segment->anchor_ticks();
  if (after != segments_.end()) span.last = after->anchor_ticks() - 1;
  return span;
}

RingClock::RingClock(const SessionClock* session, const RingEntry* ring) : session_(session) {
  if (ring == nullptr || ring->clock_hz == 0) return;
  own_.emplace(ring->anchor_ticks, ring->anchor_realtime_ns,
               TickRate{ring->clock_hz, kNanosPerSecond});
}

}  // namespace aclprof
