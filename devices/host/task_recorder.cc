#include "devices/host/task_recorder.h"

#include <algorithm>

namespace aclprof {

void TaskRecorder::Began(const TaskIdentity& task) {
  if (!Wanted()) return;
  aclprofx_task_linked record{};
  record.task.start = aclprofx_ticks();
  record.task.stream_id = task.stream_id;
  record.task.task_id = task.task_id;
  record.task.op = task.op;
  record.task.type = task.type;
  record.connection_id = task.connection_id;
  record.model_id = task.model_id;
  record.context_id = ACLPROFX_NONE;
  record.subtask_id = ACLPROFX_NONE;
  running_.push_back(record);
  ShowRunning();
}

void TaskRecorder::Ended(const HostTask& task, uint64_t end) {
  std::optional<aclprofx_task_linked> record = Forget(task.identity);
  if (!record.has_value()) return;
  record->task.duration = end - record->task.start;
  EmitTask(*record);
  if (task.copy() != nullptr) EmitCopy(*record, *task.copy());
}

void TaskRecorder::Withdrawn(const TaskIdentity& task) { (void)Forget(task); }

bool TaskRecorder::Wanted() const {
  return aclprofx_enabled(ring_, ACLPROFX_KIND_TASK_LINKED) ||
         aclprofx_enabled(ring_, ACLPROFX_KIND_MEMCPY);
}

std::optional<aclprofx_task_linked> TaskRecorder::Forget(const TaskIdentity& task) {
  const auto found = std::find_if(running_.begin(), running_.end(), [&task](const auto& record) {
    return record.task.stream_id == task.stream_id && record.task.task_id == task.task_id;
  });
  if (found == running_.end()) return std::nullopt;
  const aclprofx_task_linked record = *found;
  running_.erase(found);
  ShowRunning();
  return record;
}

void TaskRecorder::ShowRunning() {
  aclprofx_set_running(ring_, running_.empty() ? nullptr : &running_.back());
}

void TaskRecorder::EmitTask(const aclprofx_task_linked& record) {
  void* payload = aclprofx_begin(ring_, ACLPROFX_KIND_TASK_LINKED, sizeof(record));
  if (payload == nullptr) return;
  *static_cast<aclprofx_task_linked*>(payload) = record;
  aclprofx_commit(ring_);
}

void TaskRecorder::EmitCopy(const aclprofx_task_linked& record, const CopyDetails& copy) {
  void* payload = aclprofx_begin(ring_, ACLPROFX_KIND_MEMCPY, sizeof(aclprofx_memcpy));
  if (payload == nullptr) return;
  *static_cast<aclprofx_memcpy*>(payload) = {record.task.start,
                                             record.task.duration,
                                             copy.bytes,
                                             record.task.stream_id,
                                             record.task.task_id,
                                             static_cast<uint32_t>(copy.kind),
                                             0};
  aclprofx_commit(ring_);
}

}  // namespace aclprof
