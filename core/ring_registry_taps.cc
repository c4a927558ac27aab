// What RingRegistry does for taps.

#include "base/byte_order.h"
#include "base/tick_clock.h"
#include "core/ring_registry.h"

namespace aclprof {

void RingRegistry::TapRing(CollectedRing* ring, const RingAnchor& library_clock) {
  const auto tap = taps_.find(ring->ring()->device_id);
  if (tap == taps_.end()) return;
  RingAnchor anchor = library_clock;
  std::string_view bytes;
  if (ring->ring()->own_clock &&
      names_->Lookup({DictionarySpace::kRing, ring->ring()->ring_id}, &bytes)) {
    const auto entry = Load<RingEntry>(bytes.data());
    anchor = {entry.anchor_ticks, entry.anchor_realtime_ns, entry.clock_hz};
  }
  ring->BeginTap(tap->second, anchor);
}

// The clock is read without the lock, as its rate may have to be measured.
void RingRegistry::BeginTap(int32_t device_id, TaskTap* tap) {
  const ClockMoment now = NowMoment();
  const RingAnchor library_clock{now.ticks, now.realtime_ns, TicksPerSecond()};
  const std::lock_guard lock(mutex_);
  taps_[device_id] = tap;
  tap_clock_ = library_clock;
  for (auto& [id, ring] : rings_)
    if (ring->ring()->device_id == device_id) TapRing(ring.get(), library_clock);
}

void RingRegistry::EndTap(int32_t device_id) {
  const std::lock_guard lock(mutex_);
  taps_.erase(device_id);
  for (auto& [id, ring] : rings_)
    if (ring->ring()->device_id == device_id) ring->EndTap();
}

void RingRegistry::DrainTaps() {
  const std::lock_guard lock(mutex_);
  for (auto& [id, ring] : rings_) ring->DrainTap();
}

}  // namespace aclprof
