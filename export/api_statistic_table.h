// api_statistic_table.h: api_statistic_<stamp>.csv: the calls of the CANN layer by level and name.
//
// Shape    rows in ASCII order of the name, levels mixed. Memory grows with the different calls.
// Source   docs/export.md, "api_statistic".
#pragma once

#include <unordered_map>

#include "export/api_calls.h"
#include "export/csv_table.h"
#include "export/duration_statistics.h"

namespace aclprof {

class ApiStatisticTable {
 public:
  explicit ApiStatisticTable(OutputSet* outputs);
  // call: at the same address for the same call, and valid until Finish.
  void Add(const ApiCall& call, Span duration);
  void Finish();
  const CsvTable& table() const { return table_; }

 private:
  void WriteRow(const std::string& name, const std::string& level,
                const DurationStatistics& statistics);

  CsvTable table_;
  std::unordered_map<const ApiCall*, DurationStatistics> calls_;
};

}  // namespace aclprof
