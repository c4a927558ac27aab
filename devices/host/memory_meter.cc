#include "devices/host/memory_meter.h"

namespace aclprof {

bool MemoryMeter::Reserve(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes > limit_ - taken_) return false;
  taken_ += bytes;
  return true;
}

void MemoryMeter::GiveBack(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  taken_ -= bytes;
}

void MemoryMeter::Allocated(uint64_t address, uint64_t bytes, const MemoryLabel& label) {
  Record(address, static_cast<int64_t>(bytes), label);
}

void MemoryMeter::Freed(uint64_t address, uint64_t bytes, const MemoryLabel& label) {
  Record(address, -static_cast<int64_t>(bytes), label);
  GiveBack(bytes);
}

uint64_t MemoryMeter::available() const {
  const std::lock_guard lock(mutex_);
  return limit_ - taken_;
}

void MemoryMeter::Record(uint64_t address, int64_t change, const MemoryLabel& label) {
  static const uint32_t application = aclprofx_intern("APP", 3);
  const uint32_t component = label.component != 0 ? label.component : application;
  const std::lock_guard lock(ring_mutex_);
  recorded_ += static_cast<uint64_t>(change);
  void* payload = aclprofx_begin(ring_, ACLPROFX_KIND_MEMORY, sizeof(aclprofx_memory));
  if (payload == nullptr) return;
  *static_cast<aclprofx_memory*>(payload) = {aclprofx_ticks(), address,     change,   recorded_,
                                             recorded_,        label.owner, component};
  aclprofx_commit(ring_);
}

}  // namespace aclprof
