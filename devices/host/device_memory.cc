#include "devices/host/device_memory.h"

#include "aclprof/producer.h"
#include "devices/host/host_device.h"

namespace aclprof {
namespace {

uint64_t AddressOf(const MemoryBlock& block) { return reinterpret_cast<uint64_t>(block.bytes); }

}  // namespace

HostStatus DeviceMemory::Allocate(const std::shared_ptr<HostDevice>& device, size_t size,
                                  const MemoryLabel& label, std::unique_ptr<DeviceMemory>* memory) {
  memory->reset();
  if (size == 0) return {};
  MemoryReservation reservation(&device->memory(), size);
  if (!reservation.Make()) return NoMemory(size);
  std::unique_ptr<DeviceMemory> made(new DeviceMemory(size, label));
  if (made->block_.bytes == nullptr) return NoMemory(size);
  reservation.Keep();
  device->memory().Allocated(AddressOf(made->block_), size, label);
  made->block_.device = device;
  *memory = std::move(made);
  return {};
}

DeviceMemory::~DeviceMemory() {
  if (const auto device = block_.device.lock())
    device->memory().Freed(AddressOf(block_), block_.size, label_);
}

MemoryLabel EngineMemoryOf(const std::string& owner) {
  return {aclprofx_intern("GE", 2), aclprofx_intern(owner.data(), owner.size())};
}

}  // namespace aclprof
