#include "export/timeline_layers.h"

namespace aclprof {
namespace {

constexpr uint64_t kHostDevice = 31;  // the place of the host among devices
constexpr int kDeviceBits = 5;
constexpr int kProcessShift = 10;
constexpr int kHighDeviceShift = 42;  // above any process id

struct CounterLayer {
  std::string_view prefix;
  Layer layer;
};

constexpr CounterLayer kCounterLayers[] = {
    {"AI Core Freq", Layer::kAiCoreFreq},
    {"CPU ", Layer::kCpuUsage},
    {"Memory Usage", Layer::kMemoryUsage},
    {"Network Usage", Layer::kNetworkUsage},
    {"Disk Usage", Layer::kDiskUsage},
    {"APP/", Layer::kNpuMemory},
    {"Device/", Layer::kNpuMemory},
    {"DDR/", Layer::kDdr},
    {"HBM ", Layer::kHbm},
    {"LLC ", Layer::kLlc},
    {"QoS ", Layer::kQos},
    {"Mata Bw Level", Layer::kStarsSocInfo},
    {"L2 Buffer Bw Level", Layer::kStarsSocInfo},
    {"read_", Layer::kAccPmu},
    {"write_", Layer::kAccPmu},
};

}  // namespace

std::string_view LayerName(Layer layer) {
  switch (layer) {
    case Layer::kFramework:
      return "Framework";
    case Layer::kLostRecords:
      return "Lost Records";
    case Layer::kStepTrace:
      return "Step Trace";
    case Layer::kMarks:
      return "";
    case Layer::kCann:
      return "CANN";
    case Layer::kCounters:
      return "Counters";
    case Layer::kCpuUsage:
      return "CPU Usage";
    case Layer::kMemoryUsage:
      return "Memory Usage";
    case Layer::kNetworkUsage:
      return "Network Usage";
    case Layer::kDiskUsage:
      return "Disk Usage";
    case Layer::kAscendHardware:
      return "Ascend Hardware";
    case Layer::kAiCoreFreq:
      return "AI Core Freq";
    case Layer::kCommunication:
      return "Communication";
    case Layer::kNpuMemory:
      return "NPU MEM";
    case Layer::kDdr:
      return "DDR";
    case Layer::kAccPmu:
      return "Acc PMU";
    case Layer::kHbm:
      return "HBM";
    case Layer::kStarsSocInfo:
      return "Stars Soc Info";
    case Layer::kLlc:
      return "LLC";
    case Layer::kQos:
      return "QoS";
    case Layer::kOverlapAnalysis:
      return "Overlap Analysis";
  }
  return "";
}

Layer LayerOfCounter(std::string_view counter) {
  for (const CounterLayer& known : kCounterLayers) {
    if (counter.substr(0, known.prefix.size()) == known.prefix) return known.layer;
  }
  return Layer::kCounters;
}

// The vendor's layout has five bits for the device, the last of them the host's; what a larger id
// needs goes above everything.
uint64_t LayerPid(uint32_t process_id, Layer layer, int32_t device_id) {
  const uint64_t device = device_id < 0 ? kHostDevice
                                        : static_cast<uint64_t>(device_id) +
                                              (static_cast<uint64_t>(device_id) >= kHostDevice);
  const uint64_t low = device & ((1u << kDeviceBits) - 1);
  const uint64_t high = device >> kDeviceBits;
  return high << kHighDeviceShift | uint64_t{process_id} << kProcessShift |
         static_cast<uint64_t>(layer) << kDeviceBits | low;
}

Layer LayerOfPid(uint64_t pid) {
  constexpr uint64_t kLayers = (1u << (kProcessShift - kDeviceBits)) - 1;
  return static_cast<Layer>(pid >> kDeviceBits & kLayers);
}

int32_t DeviceOfPid(uint64_t pid) {
  const uint64_t place = pid >> kHighDeviceShift << kDeviceBits | (pid & ((1u << kDeviceBits) - 1));
  if (place == kHostDevice) return -1;
  return static_cast<int32_t>(place - (place > kHostDevice));
}

}  // namespace aclprof
