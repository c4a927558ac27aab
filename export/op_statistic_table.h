// op_statistic_table.h: op_statistic_<stamp>.csv: the runs of each operator type.
//
// Shape    groups of op_summary by (OP Type, Task Type); collectives, operators of unknown type and
//          runs that were still going at the end are left out. Memory grows with the groups.
// Source   docs/export.md, "op_statistic".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "export/csv_table.h"
#include "export/duration_statistics.h"
#include "export/name_texts.h"
#include "export/task_row.h"

namespace aclprof {

class OpStatisticTable {
 public:
  OpStatisticTable(OutputSet* outputs, OpTexts* ops);
  // A task that op_summary lists.
  void Add(const TaskRow& task);
  // Writes the rows, device by device, largest total first.
  void Finish();
  const CsvTable& table() const { return table_; }

 private:
  using GroupName = std::pair<std::string, std::string>;  // OP Type, Task Type
  using Groups = std::map<GroupName, DurationStatistics>;
  using Row = const Groups::value_type*;

  void WriteDevice(int32_t device_id, const Groups& groups);
  void WriteRow(int32_t device_id, Row row, unsigned __int128 all_fs);
  DurationStatistics* GroupOf(int32_t device_id, uint32_t op);

  CsvTable table_;
  OpTexts* ops_;
  std::map<int32_t, Groups> devices_;
  std::map<std::pair<int32_t, uint32_t>, DurationStatistics*> by_op_;  // the way without texts
};

}  // namespace aclprof
