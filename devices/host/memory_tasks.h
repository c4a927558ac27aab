// memory_tasks.h: the tasks that copy and fill memory, and the one that only marks a place in a stream.
#pragma once

#include "devices/host/copy_plan.h"
#include "devices/host/host_task.h"
#include "devices/host/task_types.h"

namespace aclprof {

class CopyTask : public HostTask {
 public:
  explicit CopyTask(CopyPlan plan)
      : HostTask(HostTaskTypes().memcpy_async),
        plan_(std::move(plan)),
        details_{plan_.request().count, plan_.request().kind} {}

  TaskProgress Run(HostStream&) override {
    plan_.CarryOut();
    return TaskProgress::kDone;
  }
  const CopyDetails* copy() const override { return &details_; }

 private:
  CopyPlan plan_;
  CopyDetails details_;
};

class FillTask : public HostTask {
 public:
  explicit FillTask(FillPlan plan)
      : HostTask(HostTaskTypes().memset_async), plan_(std::move(plan)) {}

  TaskProgress Run(HostStream&) override {
    plan_.CarryOut();
    return TaskProgress::kDone;
  }

 private:
  FillPlan plan_;
};

class UserTraceTask : public HostTask {
 public:
  UserTraceTask() : HostTask(HostTaskTypes().user_trace) {}
  TaskProgress Run(HostStream&) override { return TaskProgress::kDone; }
};

}  // namespace aclprof
