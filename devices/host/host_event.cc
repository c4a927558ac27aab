#include "devices/host/host_event.h"

#include <algorithm>

namespace aclprof {

uint64_t HostEvent::RecordLaunched() {
  const std::lock_guard lock(mutex_);
  return ++launched_;
}

void HostEvent::RecordOver(uint64_t number, std::optional<TimePoint> at) {
  std::vector<Waiter> released;
  {
    const std::lock_guard lock(mutex_);
    if (number > over_) {
      over_ = number;
      recorded_at_ = at;
    }
    released = TakeReleased();
  }
  over_changed_.notify_all();
  for (const Waiter& waiter : released) waiter.completion.Finish();
}

uint64_t HostEvent::WaitLaunched() {
  const std::lock_guard lock(mutex_);
  if (launched_ > launched_at_reset_) return launched_;
  return waits_for_first_record_ ? launched_ + 1 : 0;
}

bool HostEvent::CallWhenOver(uint64_t number, Completion completion) {
  const std::lock_guard lock(mutex_);
  if (over_ >= number) return false;
  waiters_.push_back({number, std::move(completion)});
  return true;
}

bool HostEvent::IsLaunched(uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return launched_ >= number;
}

void HostEvent::ResetLaunched() {
  const std::lock_guard lock(mutex_);
  launched_at_reset_ = launched_;
}

void HostEvent::ResetOver() {
  const std::lock_guard lock(mutex_);
  over_at_reset_ = over_;
}

bool HostEvent::Recorded() const {
  const std::lock_guard lock(mutex_);
  return over_ >= launched_ && over_ > over_at_reset_;
}

void HostEvent::WaitRecorded() const {
  std::unique_lock lock(mutex_);
  const uint64_t number = launched_;
  over_changed_.wait(lock, [&] { return over_ >= number; });
}

HostStatus HostEvent::TimeOfRecord(TimePoint* at) const {
  const std::lock_guard lock(mutex_);
  if (over_ < launched_)
    return {ACL_ERROR_RT_EVENT_NOT_COMPLETE, "the event's record has not run yet"};
  if (!recorded_at_.has_value())
    return {ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "the event was never recorded"};
  *at = *recorded_at_;
  return {};
}

HostStatus HostEvent::ElapsedSince(const HostEvent& start, float* ms) const {
  TimePoint from, to;
  if (HostStatus status = start.TimeOfRecord(&from); !status.ok()) return status;
  if (HostStatus status = TimeOfRecord(&to); !status.ok()) return status;
  if (to < from)
    return {ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL, "the end was recorded before the start"};
  *ms = std::chrono::duration<float, std::milli>(to - from).count();
  return {};
}

std::vector<HostEvent::Waiter> HostEvent::TakeReleased() {
  const auto first = std::stable_partition(waiters_.begin(), waiters_.end(),
                                           [this](const auto& w) { return w.number > over_; });
  std::vector<Waiter> released(std::make_move_iterator(first),
                               std::make_move_iterator(waiters_.end()));
  waiters_.erase(first, waiters_.end());
  return released;
}

}  // namespace aclprof
