#include "export/csv_table.h"

#include <utility>

namespace aclprof {

CsvTable::CsvTable(OutputSet* outputs, std::string name, std::string header)
    : outputs_(outputs), name_(std::move(name)), header_(std::move(header)) {}

void CsvTable::NextFile() {
  const uint64_t slice = rows_ / outputs_->rows_per_file();
  if (slice == 1) outputs_->Rename(sink_, outputs_->TableFile(SliceName(0)));
  sink_ = nullptr;
  status_ = outputs_->CreateTable(slice == 0 ? name_ : SliceName(slice), &sink_);
  if (!status_.ok()) return;
  next_file_at_ = rows_ + outputs_->rows_per_file();
  sink_->Append(header_);
  sink_->Append("\n");
}

std::string CsvTable::SliceName(uint64_t slice) const {
  return name_ + "_slice_" + std::to_string(slice);
}

std::string DeviceText(int32_t device_id) {
  return device_id < 0 ? "host" : std::to_string(device_id);
}

void AppendDeviceName(TextSink* sink, int32_t device_id) {
  if (device_id >= 0) sink->Append("NPU:");
  AppendDevice(sink, device_id);
}

}  // namespace aclprof
