// device_memory.h: a piece of a device's memory that the runtime itself uses: a model's weights, an operator's scratch.
//
// Units    bytes; 64-byte aligned.
// Threads  any, one at a time for an object. It gives its bytes back when it goes; a device that went first has them.
// Errors   Allocate: 207001.
#pragma once

#include <memory>

#include "devices/host/memory_meter.h"
#include "devices/host/memory_table.h"

namespace aclprof {

class DeviceMemory {
 public:
  // Nothing of 0 bytes: *memory becomes nullptr.
  static HostStatus Allocate(const std::shared_ptr<HostDevice>& device, size_t size,
                             const MemoryLabel& label, std::unique_ptr<DeviceMemory>* memory);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  void* bytes() const { return block_.bytes; }

 private:
  DeviceMemory(size_t size, const MemoryLabel& label) : block_(size), label_(label) {}

  MemoryBlock block_;
  const MemoryLabel label_;
};

// The label of what the runtime keeps for a model or an operator, as the vendor's memory tables call it.
MemoryLabel EngineMemoryOf(const std::string& owner);

}  // namespace aclprof
