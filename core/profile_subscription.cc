// What Profile does for subscription.

#include "core/profile.h"

namespace aclprof {
namespace {

// A reader that takes nothing for so long is not waited for.
constexpr int64_t kReaderPatienceNs = 2000000000;

}  // namespace

ControlStatus Profile::Subscribe(uint32_t model, int32_t device, const SubscribeConfig* config) {
  if (device < 0)
    return {ControlCode::kNotSubscribed, "model " + std::to_string(model) + " is not loaded"};
  if (config == nullptr) return IsNull("profSubscribeConfig");
  const Lock lock(mutex_);
  if (ControlStatus refused = CheckMode(mode_, Call::kModelSubscribe); !refused.ok())
    return refused;
  ControlStatus tapped = Tap(model, device, *config);
  if (tapped.ok()) mode_ = Mode::kSub;
  if (mode_ == Mode::kOff) pipeline_.Shutdown();
  return tapped;
}

// The tap comes first: a write end that was taken over could not be given back.
ControlStatus Profile::Tap(uint32_t model, int32_t device, const SubscribeConfig& config) {
  const bool first = !subscriptions_.Serves(device);
  if (first) {
    if (Status begun = pipeline_.BeginTap(device, &subscriptions_); !begun.ok())
      return {ControlCode::kFailed, "no records of the device: " + begun.message()};
  }
  ControlStatus added = subscriptions_.Add(model, device, config);
  if (!added.ok() && first) pipeline_.EndTap(device);
  return added;
}

ControlStatus Profile::Unsubscribe(uint32_t model) {
  Lock lock(mutex_);
  if (!subscriptions_.Has(model))
    return {ControlCode::kNotSubscribed, "model " + std::to_string(model) + " is not subscribed"};
  pipeline_.DrainTaps();
  Subscriptions::Removed removed = subscriptions_.Remove(model);
  if (removed.device.has_value()) pipeline_.EndTap(*removed.device);
  if (subscriptions_.empty()) {
    pipeline_.Shutdown();
    mode_ = Mode::kOff;
  }
  lock.unlock();
  removed.ClosePipe(kReaderPatienceNs);
  return {};
}

void Profile::UnsubscribeAll() {
  for (const uint32_t model : subscriptions_.Models()) (void)Unsubscribe(model);
}

}  // namespace aclprof
