// timeline_layers.h: the layers of the timeline: what its processes are called and numbered.
//
// Source   docs/export.md, "Layers". Readers go by name.
#pragma once

#include <cstdint>
#include <string_view>

namespace aclprof {

// The value is the layer's place from the top, and a part of its process number.
enum class Layer : uint8_t {
  kFramework = 0,
  kLostRecords = 1,
  kStepTrace = 5,  // in a file of its own
  kMarks = 6,
  kCann = 7,
  kCounters = 8,
  kCpuUsage = 9,
  kMemoryUsage = 10,
  kNetworkUsage = 11,
  kDiskUsage = 12,
  kAscendHardware = 14,
  kAiCoreFreq = 15,
  kCommunication = 16,
  kNpuMemory = 17,
  kDdr = 18,
  kAccPmu = 19,
  kHbm = 23,
  kStarsSocInfo = 25,
  kLlc = 27,
  kQos = 29,
  kOverlapAnalysis = 31,
};

// kMarks has none of its own: it is named after the program.
std::string_view LayerName(Layer layer);
// The layer that shows a counter.
Layer LayerOfCounter(std::string_view counter);
// The number that stands for a layer of a process on a device (-1: the host).
uint64_t LayerPid(uint32_t process_id, Layer layer, int32_t device_id);
// And back.
Layer LayerOfPid(uint64_t pid);
int32_t DeviceOfPid(uint64_t pid);

constexpr uint64_t LayerBit(Layer layer) { return uint64_t{1} << static_cast<int>(layer); }

}  // namespace aclprof
