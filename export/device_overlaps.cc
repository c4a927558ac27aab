#include "export/device_overlaps.h"

#include <utility>

namespace aclprof {

DeviceOverlaps::DeviceOverlaps(OpTexts* ops, TaskTypeTexts* types, OnSpan on_span)
    : ops_(ops), types_(types), on_span_(std::move(on_span)) {}

void DeviceOverlaps::AddTask(const TaskRow& task) {
  // As long as task_time says.
  const int64_t start = task.times.start_ns;
  const int64_t stop = start + task.times.duration.ns;
  if (task.communication) {
    Of(task.device_id)->AddCommunication(start, stop);
  } else if (ops_->Of(task.op).is_operator) {
    Of(task.device_id)->AddComputing(start, stop);
  } else if (!types_->Of(task.type).profiling) {
    Of(task.device_id)->AddOther(start, stop);
  }
}

void DeviceOverlaps::Finish() {
  for (auto& [device_id, overlap] : devices_) overlap->Finish();
}

OverlapAnalysis* DeviceOverlaps::Of(int32_t device_id) {
  std::unique_ptr<OverlapAnalysis>& overlap = devices_[device_id];
  if (overlap == nullptr) {
    overlap = std::make_unique<OverlapAnalysis>(
        [this, device_id](OverlapRow row, int64_t start_ns, int64_t stop_ns) {
          on_span_(device_id, row, start_ns, stop_ns);
        });
  }
  return overlap.get();
}

}  // namespace aclprof
