// operator_memory_table.h: operator_memory_<stamp>.csv: memory taken for an operator or a model,
// from its allocation to its release.
//
// Shape    takes changes by time. A row is written at the release; what was not released comes at
//          the end, by its allocation. Memory grows with what is allocated at one time.
// Source   docs/export.md, "operator_memory".
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "aclprof/producer.h"
#include "export/csv_table.h"
#include "export/name_texts.h"

namespace aclprof {

class OperatorMemoryTable {
 public:
  OperatorMemoryTable(OutputSet* outputs, CsvNames* names);

  // Changes that name nobody are memory_record's alone.
  void Add(int32_t device_id, int64_t time_ns, const aclprofx_memory& change);
  void Finish();
  const CsvTable& table() const { return table_; }

 private:
  struct Change {
    int64_t time_ns = 0;
    aclprofx_memory memory{};
  };

  void Allocate(int32_t device_id, const Change& change);
  void Release(int32_t device_id, const Change& change);
  void WriteRow(int32_t device_id, const Change& allocation, const Change* release);

  CsvTable table_;
  CsvNames* names_;
  std::map<std::pair<int32_t, uint64_t>, Change> allocated_;  // by device and address
};

}  // namespace aclprof
