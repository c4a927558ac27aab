#include "devices/host/memory_meter.h"

namespace aclprof {

bool MemoryMeter::HasRoomFor(uint64_t bytes) const { return bytes <= available(); }

void MemoryMeter::Allocated(uint64_t address, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  used_ += bytes;
  Record(address, static_cast<int64_t>(bytes));
}

void MemoryMeter::Freed(uint64_t address, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  used_ -= bytes;
  Record(address, -static_cast<int64_t>(bytes));
}

uint64_t MemoryMeter::available() const {
  const std::lock_guard lock(mutex_);
  return used_ < limit_ ? limit_ - used_ : 0;
}

void MemoryMeter::Record(uint64_t address, int64_t change) {
  static const uint32_t component = aclprofx_intern("APP", 3);
  void* payload = aclprofx_begin(ring_, ACLPROFX_KIND_MEMORY, sizeof(aclprofx_memory));
  if (payload == nullptr) return;
  *static_cast<aclprofx_memory*>(payload) = {aclprofx_ticks(), address, change, used_, used_, 0,
                                             component};
  aclprofx_commit(ring_);
}

}  // namespace aclprof
