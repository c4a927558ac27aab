#include "core/subscriptions.h"

#include <algorithm>
#include <utility>

namespace aclprof {
namespace {

constexpr uint32_t kNoMetrics = 0xFF;

bool SameSettings(const SubscribeConfig& a, const SubscribeConfig& b) {
  return a.times == b.times && a.aicore_metrics == b.aicore_metrics;
}

}  // namespace

int PipeEnd::Get() {
  const std::lock_guard lock(mutex_);
  return fd_ != nullptr ? *fd_ : -1;
}

void PipeEnd::Clear() {
  const std::lock_guard lock(mutex_);
  if (fd_ != nullptr) *fd_ = -1;
}

void PipeEnd::Forget() {
  const std::lock_guard lock(mutex_);
  fd_ = nullptr;
}

// First the number is taken away, so that nobody uses it for what it means afterwards.
void Subscriptions::Removed::ClosePipe(int64_t patience_ns) {
  if (pipe == nullptr) return;
  end->Clear();
  pipe->Close(patience_ns);
}

bool Subscriptions::empty() const {
  const std::lock_guard lock(mutex_);
  return by_model_.empty();
}

bool Subscriptions::Has(uint32_t model) const {
  const std::lock_guard lock(mutex_);
  return by_model_.contains(model);
}

bool Subscriptions::Serves(int32_t device) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(by_model_.begin(), by_model_.end(),
                     [device](const auto& entry) { return entry.second.device == device; });
}

std::vector<uint32_t> Subscriptions::Models() const {
  const std::lock_guard lock(mutex_);
  std::vector<uint32_t> models;
  for (const auto& [model, subscription] : by_model_) models.push_back(model);
  return models;
}

ControlStatus Subscriptions::Check(uint32_t model, int32_t device,
                                   const SubscribeConfig& config) const {
  if (!config.times && config.aicore_metrics == kNoMetrics)
    return {ControlCode::kBadArgument, "the configuration asks for neither times nor counters"};
  if (by_model_.contains(model)) {
    return {ControlCode::kRepeatSubscribe,
            "model " + std::to_string(model) + " is subscribed already"};
  }
  for (const auto& [other, subscription] : by_model_) {
    if (subscription.device == device && !SameSettings(subscription.config, config)) {
      return {ControlCode::kOtherConfig, "device " + std::to_string(device) + " serves model " +
                                             std::to_string(other) + " with other settings"};
    }
  }
  return {};
}

std::shared_ptr<OpPipe> Subscriptions::PipeOf(int fd) const {
  for (const auto& [model, subscription] : by_model_)
    if (subscription.pipe->fd() == fd) return subscription.pipe;
  return nullptr;
}

ControlStatus Subscriptions::Add(uint32_t model, int32_t device, const SubscribeConfig& config) {
  const std::lock_guard lock(mutex_);
  if (ControlStatus bad = Check(model, device, config); !bad.ok()) return bad;
  auto counts = by_model_.empty() ? std::make_shared<SubscriptionCounts>() : counts_;
  const int fd = config.end->Get();
  Subscription subscription{device, config, PipeOf(fd)};
  const auto place = by_model_.emplace(model, std::move(subscription)).first;
  if (place->second.pipe == nullptr) {
    ControlStatus opened = OpPipe::Open(fd, counts, &place->second.pipe);
    if (!opened.ok()) {
      by_model_.erase(place);
      return opened;
    }
  }
  counts_ = std::move(counts);
  return {};
}

Subscriptions::Removed Subscriptions::Remove(uint32_t model) {
  const std::lock_guard lock(mutex_);
  Removed removed;
  auto node = by_model_.extract(model);
  const Subscription& gone = node.mapped();
  removed.device = gone.device;
  removed.pipe = gone.pipe;
  removed.end = gone.config.end;
  for (const auto& [other, subscription] : by_model_) {
    if (subscription.device == gone.device) removed.device.reset();
    if (subscription.pipe == gone.pipe) removed.pipe.reset();
  }
  return removed;
}

std::shared_ptr<const SubscriptionCounts> Subscriptions::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

void Subscriptions::Take(const TappedTask& task) {
  if (task.op == 0) return;
  const std::lock_guard lock(mutex_);
  const auto found = by_model_.find(task.model_id);
  if (found == by_model_.end()) return;
  found->second.pipe->Push(MakeOpRecord(task, found->second.config.times));
}

void Subscriptions::Lost(uint64_t records) {
  const std::lock_guard lock(mutex_);
  counts_->ring_full.fetch_add(records, std::memory_order_relaxed);
}

}  // namespace aclprof
