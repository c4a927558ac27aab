// task_pmu_table.h: TASK_PMU_INFO of the database: the AI Core metrics of tasks, a row for each value that is known.
//
// Threads  one.
// Source   docs/export.md, "Database".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "export/database_file.h"
#include "export/metric_cells.h"
#include "export/string_ids.h"
#include "export/task_counts.h"

namespace aclprof {

class TaskPmuTable {
 public:
  TaskPmuTable(DatabaseFile* file, StringIds* strings)
      : strings_(strings), table_(file, kTaskPmuInfoTable) {}

  void Add(int64_t global_task_id, const TaskCounts& counts, const OperatorBlocks& blocks);
  void CloseStatement() { table_.CloseStatement(); }

 private:
  void AddCore(int64_t task, const CoreCounts& counts, uint32_t blocks);
  void AddValue(int64_t task, const std::string& name, std::optional<double> value);

  StringIds* strings_;
  DatabaseTable table_;
};

}  // namespace aclprof
