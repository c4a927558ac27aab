#include "export/task_time_table.h"

#include "export/number_text.h"

namespace aclprof {
namespace {

constexpr char kTaskTimeHeader[] =
    "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
    "task_stop(us)";

constexpr size_t kNumbersBytes = 5 * kNumberTextBytes + 16;

}  // namespace

TaskTimeTable::TaskTimeTable(OutputSet* outputs, OpTexts* ops, TaskTypeTexts* types)
    : table_(outputs, "task_time", kTaskTimeHeader), ops_(ops), types_(types) {}

void TaskTimeTable::Add(const TaskRow& task) {
  if (task.communication) return;
  TextSink* sink = table_.BeginRow();
  if (sink == nullptr) return;
  sink->Append(FirstCellsOf(task));
  AppendNumbers(sink, task);
  table_.EndRow();
}

const std::string& TaskTimeTable::FirstCellsOf(const TaskRow& task) {
  const auto none = [](uint32_t) { return FirstCells(); };
  FirstCells& cells = task.op != 0 ? of_ops_.Of(task.op, none) : of_types_.Of(task.type, none);
  const bool are_its = cells.device_id == task.device_id && cells.type == task.type;
  if (!are_its || cells.text.empty()) cells = MakeFirstCells(task);
  return cells.text;
}

TaskTimeTable::FirstCells TaskTimeTable::MakeFirstCells(const TaskRow& task) const {
  return {task.device_id, task.type,
          DeviceText(task.device_id) + "," + ops_->Of(task.op).csv_name + "," +
              types_->Of(task.type).csv + ","};
}

// In one piece of room: it is quicker not to ask for more with each cell. The duration is cut to the nanosecond, start
// and stop are rounded to it; of a task that was still running nobody knows when it ended.
void TaskTimeTable::AppendNumbers(TextSink* sink, const TaskRow& task) {
  char* at = PutId(sink->Reserve(kNumbersBytes), task.stream_id);
  *at++ = ',';
  at = PutId(at, task.task_id);
  if (task.open_ended) {
    at = times_.Put(PutText(at, ",N/A,"), task.times.start_ns);
    return sink->Advance(PutText(at, "\t,N/A"));
  }
  *at++ = ',';
  at = PutMicros(at, task.times.duration.ns);
  *at++ = ',';
  at = times_.Put(at, task.times.start_ns);
  at = times_.Put(PutText(at, "\t,"), task.times.stop_ns);
  *at++ = '\t';
  sink->Advance(at);
}

}  // namespace aclprof
