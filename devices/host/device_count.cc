#include "devices/host/device_count.h"

#include <charconv>
#include <cstdlib>
#include <cstring>

#include "aclprof/runtime.h"

namespace aclprof {
namespace {

constexpr const char* kVariable = "ACLPROF_HOST_DEVICES";
constexpr int32_t kDefault = 4;

// 0 when the text is not a number of devices.
int32_t Parse(const char* text) {
  int32_t count = 0;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, count);
  return error == std::errc() && stop == end && count <= ACLPROFX_MAX_DEVICES && count > 0 ? count
                                                                                           : 0;
}

}  // namespace

int32_t ConfiguredDeviceCount() {
  const char* text = std::getenv(kVariable);
  const int32_t count = text == nullptr ? 0 : Parse(text);
  return count > 0 ? count : kDefault;
}

HostStatus CheckDeviceCountSetting() {
  const char* text = std::getenv(kVariable);
  if (text == nullptr || Parse(text) > 0) return {};
  return {ACL_ERROR_INVALID_PARAM,
          std::string(kVariable) + "=" + text + " is not a number of devices 1..64"};
}

}  // namespace aclprof
