// collection_config.h: what one session collects: devices, kinds of data, counter group.
//
// Threads  a value type.
#pragma once

#include <cstdint>
#include <vector>

#include "core/control_status.h"

namespace aclprof {

inline constexpr uint32_t kMaxDevices = 64;

struct CollectionConfig {
  std::vector<int32_t> devices;  // ascending; empty = the host alone
  uint64_t data_types = 0;       // implied bits included
  uint32_t aicore_metrics = 0;

  bool operator==(const CollectionConfig&) const = default;
  bool Overlaps(const CollectionConfig& other) const;
};

// What aclprofCreateConfig was asked for; `devices` holds `device_nums` ids or is nullptr.
struct CollectionRequest {
  const uint32_t* devices = nullptr;
  uint32_t device_nums = 0;
  uint32_t aicore_metrics = 0;
  bool has_aicore_events = false;
  uint64_t data_types = 0;
};

// Takes any mask and any counter group, as the vendor does; device ids must be below device_count
// and distinct.
ControlStatus MakeCollectionConfig(const CollectionRequest& request, uint32_t device_count,
                                   CollectionConfig* config);

}  // namespace aclprof
