#include "export/task_time_table.h"

#include "export/number_text.h"

namespace aclprof {
namespace {

constexpr char kHeader[] =
    "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
    "task_stop(us)";

// The duration cut to the nanosecond, start and stop rounded to it. Of a task that was still
// running nobody knows when it ended.
void AppendTimes(TextSink* sink, const TaskRow& task) {
  if (task.open_ended) {
    sink->Append("N/A,");
    Put(sink, PutMicros, task.times.start_ns);
    return sink->Append("\t,N/A");
  }
  Put(sink, PutMicros, task.times.duration.ns);
  sink->Append(",");
  Put(sink, PutMicros, task.times.start_ns);
  sink->Append("\t,");
  Put(sink, PutMicros, task.times.stop_ns);
  sink->Append("\t");
}

}  // namespace

TaskTimeTable::TaskTimeTable(OutputSet* outputs, OpTexts* ops, TaskTypeTexts* types)
    : table_(outputs, "task_time", kHeader), ops_(ops), types_(types) {}

void TaskTimeTable::Add(const TaskRow& task) {
  if (task.communication) return;
  TextSink* sink = table_.BeginRow();
  if (sink == nullptr) return;
  AppendDevice(sink, task.device_id);
  sink->Append(",");
  sink->Append(ops_->Of(task.op).csv_name);
  sink->Append(",");
  sink->Append(types_->Of(task.type).csv);
  sink->Append(",");
  AppendId(sink, task.stream_id);
  sink->Append(",");
  AppendId(sink, task.task_id);
  sink->Append(",");
  AppendTimes(sink, task);
  table_.EndRow();
}

}  // namespace aclprof
