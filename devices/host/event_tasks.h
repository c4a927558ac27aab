// event_tasks.h: the tasks that record, await and reset an event on a stream.
#pragma once

#include <memory>
#include <optional>

#include "devices/host/host_event.h"
#include "devices/host/host_stream.h"
#include "devices/host/host_task.h"
#include "devices/host/task_types.h"

namespace aclprof {

class EventRecordTask : public HostTask {
 public:
  explicit EventRecordTask(std::shared_ptr<HostEvent> event)
      : HostTask(HostTaskTypes().event_record), event_(std::move(event)) {}

  void Launched() override { number_ = event_->RecordLaunched(); }
  TaskProgress Run(HostStream&) override {
    at_ = std::chrono::steady_clock::now();
    return TaskProgress::kDone;
  }
  void AfterRecord() override { event_->RecordOver(number_, at_); }
  // Nobody shall wait for a record that will never run.
  void Dropped() override { event_->RecordOver(number_, std::nullopt); }

 private:
  std::shared_ptr<HostEvent> event_;
  uint64_t number_ = 0;
  HostEvent::TimePoint at_;
};

class EventWaitTask : public HostTask {
 public:
  explicit EventWaitTask(std::shared_ptr<HostEvent> event)
      : HostTask(HostTaskTypes().event_wait), event_(std::move(event)) {}

  void Launched() override { number_ = event_->WaitLaunched(); }
  TaskProgress Run(HostStream& stream) override {
    const bool waits =
        event_->CallWhenOver(number_, Completion(stream.shared_from_this(), identity.sequence));
    return waits ? TaskProgress::kElsewhere : TaskProgress::kDone;
  }
  bool Withdraw() override { return true; }
  bool NeedsApplication() const override { return !event_->IsLaunched(number_); }

 private:
  std::shared_ptr<HostEvent> event_;
  uint64_t number_ = 0;
};

class EventResetTask : public HostTask {
 public:
  explicit EventResetTask(std::shared_ptr<HostEvent> event)
      : HostTask(HostTaskTypes().event_reset), event_(std::move(event)) {}

  void Launched() override { event_->ResetLaunched(); }
  TaskProgress Run(HostStream&) override { return TaskProgress::kDone; }
  void AfterRecord() override { event_->ResetOver(); }

 private:
  std::shared_ptr<HostEvent> event_;
};

}  // namespace aclprof
