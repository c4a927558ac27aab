// task_time_table.h: task_time_<stamp>.csv: every task of the hardware, by device and start.
//
// Shape    the same tasks as the slices of "Ascend Hardware" in the timeline, one row each.
// Source   docs/export.md, "task_time".
#pragma once

#include <string>

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
  // Device_id to kernel_type of a task, each with its comma.
  struct FirstCells {
    int32_t device_id = 0;
    uint16_t type = 0;
    std::string text;  // "" before the first task
  };

  const std::string& FirstCellsOf(const TaskRow& task);
  FirstCells MakeFirstCells(const TaskRow& task) const;
  void AppendNumbers(TextSink* sink, const TaskRow& task);

  CsvTable table_;
  OpTexts* ops_;
  TaskTypeTexts* types_;
  NearMicros times_;
  // By operator, and without one by type. They are made again for a task of another device: rows come by device.
  TextsById<FirstCells> of_ops_;
  TextsById<FirstCells> of_types_;
};

}  // namespace aclprof
