#include "devices/replay/replay_clock.h"

namespace aclprof {
namespace {

constexpr int64_t kMaxTicks = INT64_MAX / 2;

int64_t PowerOfTen(int exponent) {
  int64_t power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

}  // namespace

ReplayClock::ReplayClock(Instant first, Instant last, int sub_nano_digits)
    : anchor_ns_(first.ns), ticks_a_nano_(PowerOfTen(sub_nano_digits)) {
  const int64_t longest_ns = (last - Instant{anchor_ns_, 0}).ns + 1;
  while (ticks_a_nano_ > 1 && longest_ns > kMaxTicks / ticks_a_nano_) {
    ticks_a_nano_ /= 10;
    exact_ = false;
  }
}

uint64_t ReplayClock::Ticks(Span span) const {
  const int64_t attos_a_tick = kAttosPerNano / ticks_a_nano_;
  const int64_t rest = (int64_t{SubNanoAttos(span)} + attos_a_tick / 2) / attos_a_tick;
  return static_cast<uint64_t>(span.ns * ticks_a_nano_ + rest);
}

aclprofx_clock ReplayClock::description() const {
  return {static_cast<uint64_t>(kNanosPerSecond * ticks_a_nano_), 0, anchor_ns_};
}

}  // namespace aclprof
