#include "format/session_layout.h"

#include <charconv>

#include "aclprof/runtime.h"

namespace aclprof {
namespace {

constexpr char kHostFolder[] = "host";
constexpr std::string_view kDevicePrefix = "device_";

}  // namespace

std::string StreamFolder(int32_t device_id) {
  return device_id < 0 ? kHostFolder : std::string(kDevicePrefix) + std::to_string(device_id);
}

// One spelling a device: "device_07" is somebody else's.
std::optional<int32_t> DeviceOfFolder(std::string_view folder) {
  if (folder == kHostFolder) return -1;
  if (!folder.starts_with(kDevicePrefix)) return std::nullopt;
  const std::string_view digits = folder.substr(kDevicePrefix.size());
  int32_t device_id = -1;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), device_id);
  const bool is_one = error == std::errc() && device_id >= 0 && device_id < ACLPROFX_MAX_DEVICES;
  if (!is_one || StreamFolder(device_id) != folder) return std::nullopt;
  return device_id;
}

std::string FormatVersionText() {
  return std::to_string(kFormatMajor) + "." + std::to_string(kFormatMinor);
}

}  // namespace aclprof
