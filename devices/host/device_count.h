// device_count.h: how many devices the host runtime has: ACLPROF_HOST_DEVICES, 1..64, by default 4.
#pragma once

#include <cstdint>

#include "devices/host/host_status.h"

namespace aclprof {

// A setting that is wrong counts as none.
int32_t ConfiguredDeviceCount();
// 100000 when the setting is wrong.
HostStatus CheckDeviceCountSetting();

}  // namespace aclprof
