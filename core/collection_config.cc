#include "core/collection_config.h"

#include <algorithm>
#include <string>

#include "acl/acl_prof.h"
#include "core/data_types.h"

namespace aclprof {
namespace {

ControlStatus Bad(std::string message) { return {ControlCode::kBadArgument, std::move(message)}; }

ControlStatus CheckDeviceNums(const CollectionRequest& request, uint32_t device_count) {
  const std::string nums = "deviceNums " + std::to_string(request.device_nums);
  if (request.device_nums == 0 && !(request.data_types & ACL_PROF_MSPROFTX))
    return Bad("deviceNums 0 is for ACL_PROF_MSPROFTX only");
  if (request.device_nums > kMaxDevices) return Bad(nums + " is above 64");
  if (request.device_nums > device_count)
    return Bad(nums + " is above the device count " + std::to_string(device_count));
  return {};
}

ControlStatus CheckDevices(const std::vector<int32_t>& ascending, uint32_t device_count) {
  for (size_t i = 0; i < ascending.size(); ++i) {
    const std::string device = "device " + std::to_string(static_cast<uint32_t>(ascending[i]));
    if (static_cast<uint32_t>(ascending[i]) >= device_count)
      return Bad(device + " does not exist; there are " + std::to_string(device_count));
    if (i > 0 && ascending[i] == ascending[i - 1]) return Bad(device + " is listed twice");
  }
  return {};
}

}  // namespace

bool CollectionConfig::Overlaps(const CollectionConfig& other) const {
  if (devices.empty() && other.devices.empty()) return true;
  return std::any_of(devices.begin(), devices.end(), [&other](int32_t device) {
    return std::binary_search(other.devices.begin(), other.devices.end(), device);
  });
}

ControlStatus MakeCollectionConfig(const CollectionRequest& request, uint32_t device_count,
                                   CollectionConfig* config) {
  if (request.device_nums > 0 && request.devices == nullptr) return IsNull("deviceIdList");
  if (request.has_aicore_events) return Bad("aicoreEvents must be NULL");
  if (ControlStatus status = CheckDeviceNums(request, device_count); !status.ok()) return status;
  std::vector<int32_t> devices;
  if (request.device_nums > 0)
    devices.assign(request.devices, request.devices + request.device_nums);
  std::sort(devices.begin(), devices.end());
  if (ControlStatus status = CheckDevices(devices, device_count); !status.ok()) return status;
  *config = {std::move(devices), WithImpliedDataTypes(request.data_types), request.aicore_metrics};
  return {};
}

}  // namespace aclprof
