#include "export/msprof_tx_table.h"

#include <iterator>
#include <utility>

#include "export/csv_text.h"
#include "export/number_text.h"

namespace aclprof {
namespace {

constexpr char kMsprofTxHeader[] =
    "Device_id,pid,tid,category,event_type,payload_type,payload_value,Start_time(us),End_time(us),"
    "message_type,message,domain,Device Start_time(us),Device End_time(us)";
constexpr int32_t kHost = -1;
// The API that marks are made with knows one kind of message and one domain.
constexpr char kMessageType[] = ",0,";
constexpr char kDomain[] = ",default,";
constexpr char kNoPoint[] = "N/A,N/A";

// Its name, or its number where it has none.
std::string CategoryCell(const MarkTexts& texts, uint32_t category) {
  return texts.category.empty() ? std::to_string(category) : CsvCell(texts.category);
}

}  // namespace

const char* MarkEventName(uint16_t event_type) {
  static constexpr const char* kNames[] = {"marker", "push/pop", "start/end", "marker_ex"};
  return event_type < std::size(kNames) ? kNames[event_type] : "unknown";
}

MsprofTxTable::MsprofTxTable(OutputSet* outputs, const SessionReader* reader)
    : table_(outputs, "msprof_tx", kMsprofTxHeader), process_id_(reader->info().process_id) {}

void MsprofTxTable::AddMark(int32_t device_id, const aclprofx_mark& mark, const MarkTexts& texts,
                            int64_t time_ns) {
  Row row{mark.thread_id,     {},      mark.event_type, mark.payload_type,
          mark.payload_value, time_ns, time_ns,         {}};
  if (device_id != kHost) {
    Pair& pair = pairs_[mark.connection_id];
    pair.has_point = true;
    pair.point_ns = time_ns;
    return WriteIfWhole(mark.connection_id);
  }
  row.category = CategoryCell(texts, mark.category);
  row.message = CsvCell(texts.message);
  if (mark.connection_id == 0) return Write(row, nullptr);
  Pair& pair = pairs_[mark.connection_id];
  pair.has_row = true;
  pair.row = std::move(row);
  WriteIfWhole(mark.connection_id);
}

void MsprofTxTable::AddRange(const aclprofx_range& range, const MarkTexts& texts,
                             const ExportTimes& times) {
  Write({range.thread_id, CategoryCell(texts, range.category), range.event_type, range.payload_type,
         range.payload_value, times.start_ns, times.stop_ns, CsvCell(texts.message)},
        nullptr);
}

void MsprofTxTable::WriteIfWhole(uint64_t connection_id) {
  const auto found = pairs_.find(connection_id);
  if (!found->second.has_row || !found->second.has_point) return;
  Write(found->second.row, &found->second.point_ns);
  pairs_.erase(found);
}

void MsprofTxTable::Finish() {
  for (const auto& [id, pair] : pairs_)
    if (pair.has_row) Write(pair.row, nullptr);
  pairs_.clear();
}

void MsprofTxTable::Write(const Row& row, const int64_t* device_ns) {
  TextSink* sink = table_.BeginRow();
  if (sink == nullptr) return;
  AppendDevice(sink, kHost);
  for (const uint32_t number : {process_id_, row.thread_id}) {
    sink->Append(",");
    Put(sink, PutUnsigned, uint64_t{number});
  }
  sink->Append(",");
  sink->Append(row.category);
  sink->Append(",");
  sink->Append(MarkEventName(row.event_type));
  for (const uint64_t number : {uint64_t{row.payload_type}, row.payload_value}) {
    sink->Append(",");
    Put(sink, PutUnsigned, number);
  }
  for (const int64_t ns : {row.start_ns, row.stop_ns}) {
    sink->Append(",");
    Put(sink, PutMicros, ns);
  }
  sink->Append(kMessageType);
  sink->Append(row.message);
  sink->Append(kDomain);
  if (device_ns == nullptr) sink->Append(kNoPoint);
  if (device_ns != nullptr) {
    Put(sink, PutMicros, *device_ns);
    sink->Append(",");
    Put(sink, PutMicros, *device_ns);
  }
  table_.EndRow();
}

}  // namespace aclprof
