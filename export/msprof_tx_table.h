// msprof_tx_table.h: msprof_tx_<stamp>.csv: a row for each mark and range of the application.
//
// Shape    a mark that also stands on a stream is a row once its device's point is known; those waiting are held.
// Source   docs/export.md, "msprof_tx".
#pragma once

#include <string>
#include <unordered_map>

#include "aclprof/producer.h"
#include "export/csv_table.h"
#include "export/export_times.h"
#include "format/mark_texts.h"
#include "readers/session_reader.h"

namespace aclprof {

// "marker", "push/pop", "start/end", "marker_ex".
const char* MarkEventName(uint16_t event_type);

class MsprofTxTable {
 public:
  MsprofTxTable(OutputSet* outputs, const SessionReader* reader);

  void AddMark(int32_t device_id, const aclprofx_mark& mark, const MarkTexts& texts,
               int64_t time_ns);
  void AddRange(const aclprofx_range& range, const MarkTexts& texts, const ExportTimes& times);
  // Marks whose device's point never came.
  void Finish();
  const CsvTable& table() const { return table_; }

 private:
  struct Row {
    uint32_t thread_id = 0;
    std::string category;  // a cell
    uint16_t event_type = 0;
    uint16_t payload_type = 0;
    uint64_t payload_value = 0;
    int64_t start_ns = 0;
    int64_t stop_ns = 0;
    std::string message;  // a cell
  };
  // The two points of a mark, in the order in which they come.
  struct Pair {
    bool has_row = false;
    bool has_point = false;
    Row row;
    int64_t point_ns = 0;
  };

  void Write(const Row& row, const int64_t* device_ns);
  void WriteIfWhole(uint64_t connection_id);

  CsvTable table_;
  const uint32_t process_id_;
  std::unordered_map<uint64_t, Pair> pairs_;
};

}  // namespace aclprof
