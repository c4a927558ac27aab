// memory_table.h: the memory that aclrtMalloc and aclrtMallocHost gave out. All of it is memory of the host; what
// tells the devices' from the host's is this table.
//
// Units    bytes.
// Threads  any. Whoever found a block keeps its bytes alive, freed or not.
// Errors   207001 when there is no memory; 107002 when the device was reset meanwhile; 107000 when a pointer is not what was given out.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <vector>

#include "devices/host/host_status.h"

namespace aclprof {

class HostDevice;

struct MemoryBlock {
  explicit MemoryBlock(size_t size_bytes);
  ~MemoryBlock();
  MemoryBlock(const MemoryBlock&) = delete;
  MemoryBlock& operator=(const MemoryBlock&) = delete;

  bool on_device() const { return device_id >= 0; }
  bool Holds(const void* from, size_t count) const;

  void* bytes;  // nullptr: no memory
  size_t size;
  int32_t device_id = -1;  // -1: pinned host memory
  std::weak_ptr<HostDevice> device;
};

class MemoryTable {
 public:
  HostStatus AllocateOnDevice(const std::shared_ptr<HostDevice>& device, size_t size, void** bytes);
  HostStatus AllocateOnHost(size_t size, void** bytes);
  HostStatus FreeOnDevice(void* bytes);
  HostStatus FreeOnHost(void* bytes);
  void FreeAllOf(int32_t device_id);

  // The block that an address lies in; nullptr for memory that is not ours.
  std::shared_ptr<MemoryBlock> Find(const void* address) const;

 private:
  using Blocks = std::map<uintptr_t, std::shared_ptr<MemoryBlock>>;

  HostStatus Free(void* bytes, bool on_device);
  // False: the device was closed; nothing is added.
  bool AddUnlessClosed(const HostDevice& device, Blocks* one) noexcept;

  mutable std::shared_mutex mutex_;
  Blocks blocks_;
};

}  // namespace aclprof
