// memory_record_table.h: memory_record_<stamp>.csv: a row for each change of a device's memory.
//
// Source   docs/export.md, "memory_record".
#pragma once

#include "aclprof/producer.h"
#include "export/csv_table.h"
#include "export/name_texts.h"
#include "readers/session_reader.h"

namespace aclprof {

class MemoryRecordTable {
 public:
  MemoryRecordTable(OutputSet* outputs, CsvNames* names);

  void Add(int32_t device_id, int64_t time_ns, const aclprofx_memory& change);
  const CsvTable& table() const { return table_; }

 private:
  CsvTable table_;
  CsvNames* names_;
};

}  // namespace aclprof
