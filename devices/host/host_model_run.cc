#include "devices/host/host_model_run.h"

#include <utility>

#include "devices/host/host_stream.h"
#include "devices/host/stream_executor.h"
#include "devices/host/task_types.h"

namespace aclprof {

HostModelRun::TurnTask::TurnTask(HostModelRun* run)
    : HostTask(HostTaskTypes().event_wait), run_(run) {
  identity.model_id = run->model_->id();
}

TaskProgress HostModelRun::TurnTask::Run(HostStream& stream) {
  const bool taken =
      run_->model_->turn().Take(run_, Completion(stream.shared_from_this(), identity.sequence));
  return taken ? TaskProgress::kNothing : TaskProgress::kElsewhere;
}

void HostModelRun::StepTask::Begin(HostModelRun* run, size_t step) {
  run_ = run;
  step_ = step;
  identity.type = run->model_->steps()[step].type;
  identity.op = run->model_->steps()[step].op;
  identity.model_id = run->model_->id();
}

TaskProgress HostModelRun::StepTask::Run(HostStream& stream) {
  return run_->RunStep(step_, stream);
}

void HostModelRun::StepTask::AfterRecord() {
  ++run_->steps_done_;
  run_->TaskOver();
}

HostStatus HostModelRun::Make(std::shared_ptr<HostModel> model, Buffers buffers, Waited waited,
                              std::shared_ptr<HostModelRun>* run) {
  std::shared_ptr<HostModelRun> made(new HostModelRun(model, std::move(buffers), waited));
  if (!made->entered_)
    return {static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_ID_INVALID),
            "model " + std::to_string(model->id()) + " is being unloaded"};
  *run = std::move(made);
  return {};
}

HostModelRun::HostModelRun(std::shared_ptr<HostModel> model, Buffers buffers, Waited waited)
    : model_(std::move(model)),
      buffers_(std::move(buffers)),
      waited_(waited),
      turn_(this),
      steps_(model_->steps().size()),
      left_(1 + steps_.size()),
      entered_(model_->Enter()) {
  for (size_t i = 0; i < steps_.size(); ++i) steps_[i].Begin(this, i);
}

HostModelRun::~HostModelRun() {
  if (entered_) model_->Leave();
}

std::vector<std::shared_ptr<HostTask>> HostModelRun::Tasks() {
  const std::shared_ptr<HostModelRun> self = shared_from_this();
  std::vector<std::shared_ptr<HostTask>> tasks{{self, &turn_}};
  tasks.reserve(1 + steps_.size());
  for (StepTask& step : steps_) tasks.emplace_back(self, &step);
  return tasks;
}

uint64_t HostModelRun::last_sequence() const {
  return steps_.empty() ? turn_.identity.sequence : steps_.back().identity.sequence;
}

HostStatus HostModelRun::Result() const {
  if (!failure_.ok() || steps_done_ == steps_.size()) return failure_;
  return {ACL_ERROR_RT_MODEL_EXECUTE, "the run was dropped with its device"};
}

TaskProgress HostModelRun::RunStep(size_t step, HostStream& stream) {
  if (!failure_.ok()) return TaskProgress::kNothing;
  failure_ = model_->RunStep(step, buffers_.inputs.const_pointers(), buffers_.outputs.pointers());
  if (!failure_.ok() && waited_ == Waited::kForStream)
    stream.executor().failures().Add(stream.id(), failure_);
  return TaskProgress::kDone;
}

void HostModelRun::TaskOver() {
  if (--left_ == 0) model_->turn().Give(this);
}

}  // namespace aclprof
