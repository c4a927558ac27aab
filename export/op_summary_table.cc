#include "export/op_summary_table.h"

#include <algorithm>

#include "export/number_text.h"

namespace aclprof {
namespace {

constexpr char kOpSummaryHeader[] =
    "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),"
    "Task Duration(us),Task Wait Time(us),Block Num,Mix Block Num,HF32 Eligible,Input Shapes,"
    "Input Data Types,Input Formats,Output Shapes,Output Data Types,Output Formats,Context ID";

void AppendDuration(TextSink* sink, const TaskRow& task) {
  if (task.open_ended) return sink->Append("N/A");
  Put(sink, PutMicros, task.times.RoundedDuration());
}

}  // namespace

bool ListsInOpSummary(const TaskRow& task, OpTexts* ops, TaskTypeTexts* types) {
  const OpText& op = ops->Of(task.op);
  if (!op.is_operator || op.unlisted || types->Of(task.type).unlisted) return false;
  return !task.communication || op.is_collective;
}

OpSummaryTable::OpSummaryTable(OutputSet* outputs, OpTexts* ops, TaskTypeTexts* types)
    : table_(outputs, "op_summary", kOpSummaryHeader), ops_(ops), types_(types) {}

void OpSummaryTable::ShowMetrics(const MetricCells& metrics) {
  metrics_ = metrics;
  table_.AddColumns(metrics.Header());
}

void OpSummaryTable::Add(const TaskRow& task) {
  if (!Lists(task)) return;
  TextSink* sink = table_.BeginRow();
  if (sink == nullptr) return;
  const OpText& op = ops_->Of(task.op);
  AppendIds(sink, task);
  sink->Append(op.csv_identity);
  sink->Append(",");
  Put(sink, PutMicros, task.times.start_ns);
  sink->Append("\t,");
  AppendDuration(sink, task);
  sink->Append(",");
  AppendWait(sink, task);
  sink->Append(",");
  sink->Append(op.csv_description);
  sink->Append(",");
  AppendId(sink, task.context_id);
  if (metrics_) {
    const int64_t duration = task.open_ended ? 0 : task.times.RoundedDuration();
    sink->Append(metrics_->Cells(task.counts, BlocksOf(op), duration));
  }
  table_.EndRow();
}

// A collective runs as many tasks on several streams: it has neither id.
void OpSummaryTable::AppendIds(TextSink* sink, const TaskRow& task) {
  AppendDevice(sink, task.device_id);
  sink->Append(",");
  Put(sink, PutUnsigned, uint64_t{task.model_id});
  if (task.communication) return sink->Append(",N/A,N/A,");
  sink->Append(",");
  AppendId(sink, task.task_id);
  sink->Append(",");
  AppendId(sink, task.stream_id);
  sink->Append(",");
}

// From the end of the row before, on whatever stream, to this start.
void OpSummaryTable::AppendWait(TextSink* sink, const TaskRow& task) {
  if (any_ && task.device_id == last_device_) {
    const int64_t wait = task.times.start_ns - last_stop_ns_;
    Put(sink, PutMicrosSixDecimals, std::max<int64_t>(wait, 0));
  } else {
    sink->Append("0");
  }
  any_ = true;
  last_device_ = task.device_id;
  last_stop_ns_ = task.times.stop_ns;
}

}  // namespace aclprof
