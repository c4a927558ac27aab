// op_summary_table.h: op_summary_<stamp>.csv: every run of an operator, by device and start.
//
// Shape    Add takes the tasks of one device after the other, each device's by start.
// Source   docs/export.md, "op_summary".
#pragma once

#include <cstdint>
#include <optional>

#include "export/csv_table.h"
#include "export/metric_cells.h"
#include "export/name_texts.h"
#include "export/task_row.h"

namespace aclprof {

// Whether the table lists the task: whether it ran an operator.
bool ListsInOpSummary(const TaskRow& task, OpTexts* ops, TaskTypeTexts* types);

class OpSummaryTable {
 public:
  OpSummaryTable(OutputSet* outputs, OpTexts* ops, TaskTypeTexts* types);
  bool Lists(const TaskRow& task) { return ListsInOpSummary(task, ops_, types_); }
  // The session has counters of AI Core; before the first task.
  void ShowMetrics(const MetricCells& metrics);
  void Add(const TaskRow& task);
  const CsvTable& table() const { return table_; }

 private:
  void AppendIds(TextSink* sink, const TaskRow& task);
  void AppendWait(TextSink* sink, const TaskRow& task);

  CsvTable table_;
  OpTexts* ops_;
  TaskTypeTexts* types_;
  std::optional<MetricCells> metrics_;
  bool any_ = false;
  int32_t last_device_ = 0;
  int64_t last_stop_ns_ = 0;
};

}  // namespace aclprof
