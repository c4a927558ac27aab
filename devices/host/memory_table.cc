#include "devices/host/memory_table.h"

#include <cstdlib>
#include <mutex>

#include "devices/host/host_device.h"
#include "devices/models/aligned_memory.h"

namespace aclprof {
namespace {

constexpr size_t kUnit = 32;

// A whole number of units and one more, as the vendor's allocator: an operator may read past the end of its input.
size_t RoundedUp(size_t size) { return (size + kUnit - 1) / kUnit * kUnit + kUnit; }

uintptr_t AddressOf(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

}  // namespace

MemoryBlock::MemoryBlock(size_t size_bytes) : bytes(nullptr), size(size_bytes) {
  if (posix_memalign(&bytes, kTensorAlignment, RoundedUp(size)) != 0) bytes = nullptr;
}

MemoryBlock::~MemoryBlock() { std::free(bytes); }

bool MemoryBlock::Holds(const void* from, size_t count) const {
  const size_t offset = AddressOf(from) - AddressOf(bytes);
  return offset <= size && count <= size - offset;
}

HostStatus MemoryTable::AllocateOnDevice(const std::shared_ptr<HostDevice>& device, size_t size,
                                         void** bytes) {
  MemoryReservation reservation(&device->memory(), size);
  if (!reservation.Make()) return NoMemory(size);
  auto block = std::make_shared<MemoryBlock>(size);
  if (block->bytes == nullptr) return NoMemory(size);
  block->device_id = device->id();
  block->device = device;
  const uintptr_t address = AddressOf(block->bytes);
  *bytes = block->bytes;
  Blocks one{{address, std::move(block)}};
  reservation.Keep();
  device->memory().Allocated(address, size);  // while nobody can find it and free it
  if (AddUnlessClosed(*device, &one)) return {};
  device->memory().Freed(address, size);
  return WasReset(*device);
}

HostStatus MemoryTable::AllocateOnHost(size_t size, void** bytes) {
  if (size > PTRDIFF_MAX - 2 * kUnit) return NoMemory(size);
  auto block = std::make_shared<MemoryBlock>(size);
  if (block->bytes == nullptr) return NoMemory(size);
  *bytes = block->bytes;
  const uintptr_t address = AddressOf(block->bytes);
  Blocks one{{address, std::move(block)}};
  const std::unique_lock lock(mutex_);
  blocks_.merge(one);
  return {};
}

HostStatus MemoryTable::FreeOnDevice(void* bytes) { return Free(bytes, true); }
HostStatus MemoryTable::FreeOnHost(void* bytes) { return Free(bytes, false); }

void MemoryTable::FreeAllOf(int32_t device_id) {
  std::vector<void*> left;
  {
    const std::shared_lock lock(mutex_);
    for (const auto& [address, block] : blocks_)
      if (block->device_id == device_id) left.push_back(block->bytes);
  }
  for (void* bytes : left) (void)FreeOnDevice(bytes);
}

std::shared_ptr<MemoryBlock> MemoryTable::Find(const void* address) const {
  const std::shared_lock lock(mutex_);
  auto after = blocks_.upper_bound(AddressOf(address));
  if (after == blocks_.begin()) return nullptr;
  const std::shared_ptr<MemoryBlock>& block = std::prev(after)->second;
  return AddressOf(address) - AddressOf(block->bytes) < block->size ? block : nullptr;
}

HostStatus MemoryTable::Free(void* bytes, bool on_device) {
  std::shared_ptr<MemoryBlock> block;
  {
    const std::unique_lock lock(mutex_);
    const auto found = blocks_.find(AddressOf(bytes));
    if (found == blocks_.end() || found->second->on_device() != on_device)
      return BadArgument(on_device ? "the address is not of aclrtMalloc, or is freed already"
                                   : "the address is not of aclrtMallocHost, or is freed already");
    block = std::move(found->second);
    blocks_.erase(found);
  }
  if (const auto device = block->device.lock())
    device->memory().Freed(AddressOf(block->bytes), block->size);
  return {};
}

bool MemoryTable::AddUnlessClosed(const HostDevice& device, Blocks* one) noexcept {
  const std::unique_lock lock(mutex_);
  if (device.closed()) return false;
  blocks_.merge(*one);
  return true;
}

}  // namespace aclprof
