#include "devices/replay/device_plan.h"

#include <string>

#include "aclprof/runtime.h"

namespace aclprof {

Status DevicePlan::Make(const std::vector<CapturedStream>& streams, int wished_devices,
                        DevicePlan* plan) {
  std::set<int32_t> captured;
  for (const CapturedStream& stream : streams) captured.insert(stream.device_id);
  const int count = static_cast<int>(captured.size());
  if (wished_devices == 0 && count > ACLPROFX_MAX_DEVICES) {
    return Status(StatusCode::kInvalidArgument, "the capture has " + std::to_string(count) +
                                                    " devices, more than the " +
                                                    std::to_string(ACLPROFX_MAX_DEVICES) +
                                                    " that can be replayed; --devices folds them");
  }
  *plan = DevicePlan();
  if (wished_devices == 0) {
    plan->KeepIds(captured, streams);
  } else if (wished_devices <= count) {
    plan->Fold(captured, streams, wished_devices);
  } else {
    plan->Deal(streams, wished_devices);
  }
  return Status();
}

void DevicePlan::Assign(CapturedStream stream, int32_t device) {
  devices_[stream] = device;
  first_device_.try_emplace(stream.device_id, device);
}

void DevicePlan::KeepIds(const std::set<int32_t>& captured,
                         const std::vector<CapturedStream>& streams) {
  std::map<int32_t, int32_t> moved;
  int32_t free_id = 0;
  for (const int32_t device : captured) {
    if (device < ACLPROFX_MAX_DEVICES) continue;
    while (captured.contains(free_id)) ++free_id;
    moved[device] = free_id++;
  }
  for (const CapturedStream& stream : streams) {
    const auto found = moved.find(stream.device_id);
    Assign(stream, found == moved.end() ? stream.device_id : found->second);
  }
}

void DevicePlan::Fold(const std::set<int32_t>& captured, const std::vector<CapturedStream>& streams,
                      int count) {
  std::map<int32_t, int32_t> folded;
  int32_t next = 0;
  for (const int32_t device : captured) folded[device] = next++ % count;
  for (const CapturedStream& stream : streams) Assign(stream, folded[stream.device_id]);
}

void DevicePlan::Deal(const std::vector<CapturedStream>& streams, int count) {
  int32_t next = 0;
  for (const CapturedStream& stream : streams) Assign(stream, next++ % count);
}

int32_t DevicePlan::DeviceOfCounter(int32_t captured_device) const {
  const auto found = first_device_.find(captured_device);
  return found == first_device_.end() ? kImportedHost : found->second;
}

std::vector<int32_t> DevicePlan::Devices() const {
  std::set<int32_t> devices;
  for (const auto& [stream, device] : devices_) devices.insert(device);
  return {devices.begin(), devices.end()};
}

}  // namespace aclprof
