#include "export/task_row.h"

namespace aclprof {
namespace {

void TakeTask(const aclprofx_task& task, TaskRow* row) {
  row->stream_id = task.stream_id;
  row->task_id = task.task_id;
  row->op = task.op;
  row->type = task.type;
  row->open_ended = (task.flags & ACLPROFX_TASK_OPEN_ENDED) != 0;
  row->communication = (task.flags & ACLPROFX_TASK_COMMUNICATION) != 0;
}

void TakeLink(const aclprofx_task_linked& linked, TaskRow* row) {
  row->linked = true;
  row->connection_id = linked.connection_id;
  row->model_id = linked.model_id;
  row->context_id = linked.context_id;
  row->batch_id = linked.batch_id;
  row->subtask_id = linked.subtask_id;
}

}  // namespace

bool DecodeTask(const RecordView& record, TaskRow* row) {
  *row = TaskRow();
  row->device_id = record.device_id;
  row->times = TimesOf(record.start, record.duration);
  const auto* task = PayloadAs<aclprofx_task>(record);
  if (task == nullptr) return false;
  TakeTask(*task, row);
  if (record.kind != ACLPROFX_KIND_TASK_LINKED) return true;
  const auto* linked = PayloadAs<aclprofx_task_linked>(record);
  if (linked != nullptr) TakeLink(*linked, row);
  return linked != nullptr;
}

}  // namespace aclprof
