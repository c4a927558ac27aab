// task_time_table.h: task_time_<stamp>.csv: every task of the hardware, by device and start.
//
// Shape    the same tasks as the slices of "Ascend Hardware" in the timeline, one row each.
// Source   docs/export.md, "task_time".
#pragma once

#include "export/csv_table.h"
#include "export/name_texts.h"
#include "export/task_row.h"

namespace aclprof {

class TaskTimeTable {
 public:
  TaskTimeTable(OutputSet* outputs, OpTexts* ops, TaskTypeTexts* types);
  void Add(const TaskRow& task);
  const CsvTable& table() const { return table_; }

 private:
  void AppendNumbers(TextSink* sink, const TaskRow& task);

  CsvTable table_;
  OpTexts* ops_;
  TaskTypeTexts* types_;
  NearMicros times_;
};

}  // namespace aclprof
