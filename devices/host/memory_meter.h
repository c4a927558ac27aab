// memory_meter.h: how much of a device's memory is allocated; every change is one MEMORY record.
//
// Units    bytes.
// Threads  any: changes are made and recorded under one lock, so that the totals in the records are in order. The
//          meter has a ring of its own, as the device's task ring belongs to the device's thread.
#pragma once

#include <cstdint>
#include <mutex>

#include "aclprof/producer.h"

namespace aclprof {

class MemoryMeter {
 public:
  // `ring` may be nullptr; the caller closes it after the last change.
  MemoryMeter(aclprofx_ring* ring, uint64_t limit_bytes) : ring_(ring), limit_(limit_bytes) {}

  bool HasRoomFor(uint64_t bytes) const;
  void Allocated(uint64_t address, uint64_t bytes);
  void Freed(uint64_t address, uint64_t bytes);

  uint64_t limit() const { return limit_; }
  uint64_t available() const;

 private:
  void Record(uint64_t address, int64_t change);

  aclprofx_ring* const ring_;
  const uint64_t limit_;
  mutable std::mutex mutex_;
  uint64_t used_ = 0;
};

}  // namespace aclprof
