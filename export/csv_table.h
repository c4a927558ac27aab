// csv_table.h: one CSV file, which exists only once it has a row.
//
// Shape    a table of more rows than a file may have becomes <name>_slice_0, <name>_slice_1 ..., each with the header.
// Errors   kept, as in text_sink.h: rows after a failure go nowhere, status() tells.
// Threads  one.
#pragma once

#include <cstdint>
#include <string>

#include "aclprof/producer.h"
#include "base/status.h"
#include "export/number_text.h"
#include "export/output_set.h"
#include "export/text_sink.h"

namespace aclprof {

class CsvTable {
 public:
  // header: without its line end.
  CsvTable(OutputSet* outputs, std::string name, std::string header);

  // Where the cells of the next row go, or NULL when the file could not be made; then EndRow.
  TextSink* BeginRow() {
    if (rows_ == next_file_at_ && status_.ok()) NextFile();
    return sink_;
  }
  void EndRow() {
    if (sink_ == nullptr) return;
    sink_->Append("\n");
    ++rows_;
  }

  // Before the first row.
  void AddColumns(const std::string& header) { header_ += header; }

  uint64_t rows() const { return rows_; }
  const Status& status() const { return status_; }

 private:
  void NextFile();
  std::string SliceName(uint64_t slice) const;

  OutputSet* outputs_;
  const std::string name_;
  std::string header_;
  TextSink* sink_ = nullptr;
  uint64_t rows_ = 0;
  uint64_t next_file_at_ = 0;
  Status status_;
};

// "host" for records of the host.
std::string DeviceText(int32_t device_id);
inline void AppendDevice(TextSink* sink, int32_t device_id) { sink->Append(DeviceText(device_id)); }
// "NPU:0", "host".
void AppendDeviceName(TextSink* sink, int32_t device_id);
// N/A for an id that is none.
inline char* PutId(char* at, uint32_t id) {
  if (id != ACLPROFX_NONE) return PutUnsigned(at, id);
  std::memcpy(at, "N/A", 3);
  return at + 3;
}
inline void AppendId(TextSink* sink, uint32_t id) { Put(sink, PutId, id); }

}  // namespace aclprof
