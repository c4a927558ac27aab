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
// Later, a sum could leave 64 bits.
constexpr int64_t kLatestUsualNs = INT64_MAX - (int64_t{1} << 40);

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
  if (rate.ns == rate.ticks) return FromAttos(Wide{at_ns} + past, 0);
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

// A rate that nobody's clock has keeps 0 and is divided by.
SessionClock::Segment SessionClock::MakeSegment(uint64_t ticks, int64_t realtime_ns,
                                                TickRate rate) {
  Segment segment{ticks, realtime_ns, rate, 0, 0};
  const UnsignedWide attos = UnsignedWide{rate.ns} * kAttosPerNano;
  const bool usual = attos / rate.ticks <= UINT64_MAX && realtime_ns < kLatestUsualNs;
  if (!usual) return segment;
  segment.attos_per_tick = static_cast<uint64_t>(attos / rate.ticks);
  // Rounded up, so that what is a whole number of attoseconds stays one.
  segment.attos_fraction =
      static_cast<uint64_t>(((attos % rate.ticks << 64) + (rate.ticks - 1)) / rate.ticks);
  return segment;
}

Instant SessionClock::Segment::At(uint64_t at_ticks) const {
  const uint64_t past = at_ticks - ticks;
  const UnsignedWide attos = UnsignedWide{past} * attos_per_tick +
                             static_cast<uint64_t>(UnsignedWide{past} * attos_fraction >> 64);
  const auto short_attos = static_cast<uint64_t>(attos);
  if (at_ticks < ticks || attos != short_attos || attos_per_tick == 0)
    return AtRate(at_ticks, ticks, realtime_ns, rate);
  return FromNanosAndAttos<Instant>(realtime_ns + static_cast<int64_t>(short_attos / kAttosPerNano),
                                    static_cast<uint32_t>(short_attos % kAttosPerNano));
}

void SessionClock::Build(std::vector<ClockStamp> stamps, uint64_t ticks_per_second) {
  const TickRate nominal{ticks_per_second == 0 ? kNanosPerSecond : ticks_per_second,
                         kNanosPerSecond};
  const std::vector<ClockStamp> kept = Usable(std::move(stamps));
  segments_.clear();
  if (kept.empty()) {
    segments_.push_back(MakeSegment(0, 0, nominal));
    return;
  }
  const auto offset = static_cast<uint64_t>(Offset(kept.front()));
  for (size_t i = 0; i < kept.size(); ++i) {
    TickRate rate = segments_.empty() ? nominal : segments_.back().rate;
    if (i + 1 < kept.size()) {
      rate = {kept[i + 1].ticks - kept[i].ticks,
              static_cast<uint64_t>(kept[i + 1].monotonic_raw_ns - kept[i].monotonic_raw_ns)};
    }
    const auto realtime_ns =
        static_cast<int64_t>(static_cast<uint64_t>(kept[i].monotonic_raw_ns) + offset);
    segments_.push_back(MakeSegment(kept[i].ticks, realtime_ns, rate));
  }
  wall_clock_shift_ns_ = static_cast<int64_t>(static_cast<uint64_t>(Offset(kept.back())) - offset);
}

Instant SessionClock::At(uint64_t ticks) const {
  auto after = std::upper_bound(
      segments_.begin(), segments_.end(), ticks,
      [](uint64_t value, const Segment& segment) { return value < segment.ticks; });
  const Segment& segment = after == segments_.begin() ? *after : *std::prev(after);
  return segment.At(ticks);
}

Instant RingClock::At(uint64_t ticks) const {
  if (ring_ == nullptr || ring_->clock_hz == 0) return session_->At(ticks);
  return AtRate(ticks, ring_->anchor_ticks, ring_->anchor_realtime_ns,
                {ring_->clock_hz, kNanosPerSecond});
}

}  // namespace aclprof
