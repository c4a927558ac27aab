// host_model_run.h: one run of a model: the task that takes the model's turn, and one task a step, which share this.
//
// Shape    all of its tasks are launched at once, so nothing gets between them on their stream. The last of them that is
//          over, run or dropped, gives the turn to the next run. After a step that fails no other step of the run runs, or
//          leaves a record.
// Threads  made on the launching thread; its tasks as host_task.h says.
// Errors   Make: 145003 the model is being unloaded.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "devices/host/device_buffers.h"
#include "devices/host/host_model.h"
#include "devices/host/host_task.h"

namespace aclprof {

class HostModelRun : public std::enable_shared_from_this<HostModelRun> {
 public:
  // Whom a step's failure is for: who waits for the run asks for its result; else the next wait for the stream tells.
  enum class Waited { kForRun, kForStream };
  struct Buffers {
    DeviceBuffers inputs;
    DeviceBuffers outputs;
  };

  static HostStatus Make(std::shared_ptr<HostModel> model, Buffers buffers, Waited waited,
                         std::shared_ptr<HostModelRun>* run);
  ~HostModelRun();
  HostModelRun(const HostModelRun&) = delete;
  HostModelRun& operator=(const HostModelRun&) = delete;

  // In order; each keeps the run alive.
  std::vector<std::shared_ptr<HostTask>> Tasks();
  // Of the last task, once it is launched.
  uint64_t last_sequence() const;
  // Once the last task is over. 507011: a step failed, or the run was dropped.
  HostStatus Result() const;

 private:
  class TurnTask : public HostTask {
   public:
    explicit TurnTask(HostModelRun* run);
    TaskProgress Run(HostStream& stream) override;
    void AfterRecord() override { run_->TaskOver(); }
    void Dropped() override { run_->TaskOver(); }
    bool Withdraw() override { return run_->model_->turn().Leave(run_); }

   private:
    HostModelRun* const run_;
  };

  class StepTask : public HostTask {
   public:
    StepTask() : HostTask(0) {}
    void Begin(HostModelRun* run, size_t step);
    TaskProgress Run(HostStream& stream) override;
    void AfterRecord() override;
    void Dropped() override { run_->TaskOver(); }

   private:
    HostModelRun* run_ = nullptr;
    size_t step_ = 0;
  };

  HostModelRun(std::shared_ptr<HostModel> model, Buffers buffers, Waited waited);
  TaskProgress RunStep(size_t step, HostStream& stream);
  void TaskOver();

  const std::shared_ptr<HostModel> model_;
  const Buffers buffers_;
  const Waited waited_;
  TurnTask turn_;
  std::vector<StepTask> steps_;
  std::atomic<size_t> left_;
  std::atomic<size_t> steps_done_{0};
  HostStatus failure_;  // the device thread's, until the last task is over
  const bool entered_;
};

}  // namespace aclprof
