#include "export/csv_table.h"

#include <utility>

#include "aclprof/producer.h"
#include "export/number_text.h"

namespace aclprof {

CsvTable::CsvTable(OutputSet* outputs, std::string name, std::string header)
    : outputs_(outputs), name_(std::move(name)), header_(std::move(header)) {}

TextSink* CsvTable::BeginRow() {
  if (sink_ == nullptr && status_.ok()) return CreateFile();
  return sink_;
}

TextSink* CsvTable::CreateFile() {
  status_ = outputs_->Create(outputs_->Stamped(name_, "csv"), &sink_);
  if (sink_ == nullptr) return nullptr;
  sink_->Append(header_);
  sink_->Append("\n");
  return sink_;
}

void CsvTable::EndRow() {
  if (sink_ == nullptr) return;
  sink_->Append("\n");
  ++rows_;
}

void AppendDevice(TextSink* sink, int32_t device_id) {
  if (device_id < 0) return sink->Append("host");
  Put(sink, PutUnsigned, static_cast<uint64_t>(device_id));
}

void AppendDeviceName(TextSink* sink, int32_t device_id) {
  if (device_id >= 0) sink->Append("NPU:");
  AppendDevice(sink, device_id);
}

void AppendId(TextSink* sink, uint32_t id) {
  if (id == ACLPROFX_NONE) return sink->Append("N/A");
  Put(sink, PutUnsigned, uint64_t{id});
}

}  // namespace aclprof
