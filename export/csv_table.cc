#include "export/csv_table.h"

#include <utility>

namespace aclprof {

CsvTable::CsvTable(OutputSet* outputs, std::string name, std::string header)
    : outputs_(outputs), name_(std::move(name)), header_(std::move(header)) {}

TextSink* CsvTable::CreateFile() {
  status_ = outputs_->Create(outputs_->Stamped(name_, "csv"), &sink_);
  if (sink_ == nullptr) return nullptr;
  sink_->Append(header_);
  sink_->Append("\n");
  return sink_;
}

void AppendDeviceName(TextSink* sink, int32_t device_id) {
  if (device_id >= 0) sink->Append("NPU:");
  AppendDevice(sink, device_id);
}

}  // namespace aclprof
