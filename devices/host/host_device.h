// host_device.h: one device that is up: its producers, its two threads, its memory meter.
//
// Shape    one ring for the tasks, emitted by the executor's thread; a small one for memory, under the meter's lock.
// Threads  any; BringUp and TakeDown one at a time for a device.
// Errors   BringUp: 207005 when a ring or a thread can't be had, 500005 when the profiler can't take the device in;
//          nothing is left behind.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "aclprof/producer.h"
#include "base/helper_thread.h"
#include "devices/host/callback_queue.h"
#include "devices/host/host_status.h"
#include "devices/host/memory_meter.h"
#include "devices/host/stream_executor.h"

namespace aclprof {

struct CloseDeviceRing {
  void operator()(aclprofx_ring* ring) const { aclprofx_close_producer(ring); }
};
using DeviceRing = std::unique_ptr<aclprofx_ring, CloseDeviceRing>;

class HostDevice {
 public:
  static HostStatus BringUp(int32_t id, std::shared_ptr<HostDevice>* device);
  // Every stream of it is idle.
  void TakeDown();
  ~HostDevice();

  int32_t id() const { return id_; }
  const std::shared_ptr<StreamExecutor>& executor() const { return executor_; }
  const std::shared_ptr<CallbackQueue>& host_functions() const { return host_functions_; }
  MemoryMeter& memory() { return memory_; }
  // Whoever keeps something of a device in a table asks under the table's lock whether the device is still open; once it is
  // closed, what the tables have of it is taken out.
  void Close() { closed_ = true; }
  bool closed() const { return closed_; }
  uint32_t NextStreamId() { return next_stream_id_.fetch_add(1, std::memory_order_relaxed); }

  // Whether the calling thread is one that this device needs for its work, and so can't wait for it.
  bool OnOwnThread() const;
  // The same of any device.
  static bool OnSomeOwnThread();

 private:
  HostDevice(int32_t id, DeviceRing task_ring, DeviceRing memory_ring);

  Status StartThreads();
  void StopThreads();
  void CallHostFunctions();

  const int32_t id_;
  // The threads read their names after Start has returned.
  const std::string executor_name_;
  const std::string host_function_name_;
  const DeviceRing task_ring_;
  const DeviceRing memory_ring_;
  MemoryMeter memory_;
  std::shared_ptr<StreamExecutor> executor_;
  std::shared_ptr<CallbackQueue> host_functions_;
  HelperThread host_function_thread_;
  std::atomic<uint32_t> next_stream_id_{0};
  std::atomic<bool> closed_{false};
};

// What a call that waits answers on a thread that the device needs for its own work.
HostStatus CantWaitForOwnDevice();
// What a call answers whose device was closed under it.
HostStatus WasReset(const HostDevice& device);

}  // namespace aclprof
