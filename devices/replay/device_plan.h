// device_plan.h: which replayed device takes the tasks of which captured stream.
//
// Shape    Without a wish the devices keep their ids; ids above 63 move to the lowest free ones. A wish for N devices
//          gives ids 0..N-1: with at least N captured devices these are folded onto them in order of their ids; with
//          fewer, the captured streams are dealt out in turn, in order of their first task. Every task is replayed
//          exactly once either way, so that the sums stay those of the capture.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "base/status.h"
#include "devices/replay/capture_survey.h"

namespace aclprof {

class DevicePlan {
 public:
  // wished_devices: 0 = as captured, else 1..64. Fails when more than 64 devices were captured and none are wished.
  static Status Make(const std::vector<CapturedStream>& streams, int wished_devices,
                     DevicePlan* plan);

  int32_t DeviceOf(CapturedStream stream) const { return devices_.at(stream); }
  // The device of a counter: that of the captured device's first stream, or the host's -1 where it ran no task.
  int32_t DeviceOfCounter(int32_t captured_device) const;
  // Ascending.
  std::vector<int32_t> Devices() const;

 private:
  void KeepIds(const std::set<int32_t>& captured, const std::vector<CapturedStream>& streams);
  void Fold(const std::set<int32_t>& captured, const std::vector<CapturedStream>& streams,
            int count);
  void Deal(const std::vector<CapturedStream>& streams, int count);
  void Assign(CapturedStream stream, int32_t device);

  std::map<CapturedStream, int32_t> devices_;
  std::map<int32_t, int32_t> first_device_;  // by captured device
};

}  // namespace aclprof
