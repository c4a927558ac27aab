// memory_meter.h: how much of a device's memory is allocated; every change is one MEMORY record.
//
// Shape    two totals: what is taken, which the limit is checked against, and what the records have told so far. Memory
//          is reserved before it is recorded and recorded as freed before it is given back, so the second never
//          exceeds the first.
// Units    bytes.
// Threads  any. A record is emitted under a lock of the ring's own together with the total that it tells, so each
//          total is the one before and the change; who asks what is taken waits for no emit. The meter has a ring of
//          its own, as the device's task ring belongs to the device's thread.
#pragma once

#include <cstdint>
#include <mutex>

#include "aclprof/producer.h"

namespace aclprof {

// Whose memory a record says it is: strings of aclprofx_intern.
struct MemoryLabel {
  uint32_t component = 0;  // 0: APP, the application's own
  uint32_t owner = 0;
};

class MemoryMeter {
 public:
  // The caller closes the ring after the last change.
  MemoryMeter(aclprofx_ring* ring, uint64_t limit_bytes) : ring_(ring), limit_(limit_bytes) {}

  // False where the limit leaves no room.
  bool Reserve(uint64_t bytes);
  // Takes back what was reserved and not recorded.
  void GiveBack(uint64_t bytes);

  // Records an allocation of reserved bytes.
  void Allocated(uint64_t address, uint64_t bytes, const MemoryLabel& label = {});
  // Records that they are free, and gives them back.
  void Freed(uint64_t address, uint64_t bytes, const MemoryLabel& label = {});

  uint64_t limit() const { return limit_; }
  uint64_t available() const;

 private:
  void Record(uint64_t address, int64_t change, const MemoryLabel& label);

  aclprofx_ring* const ring_;
  const uint64_t limit_;
  mutable std::mutex mutex_;  // of taken_; nothing else happens under it
  uint64_t taken_ = 0;
  std::mutex ring_mutex_;
  uint64_t recorded_ = 0;
};

// Bytes of a meter, given back unless they are kept.
class MemoryReservation {
 public:
  MemoryReservation(MemoryMeter* meter, size_t bytes) : meter_(meter), bytes_(bytes) {}
  ~MemoryReservation() {
    if (held_) meter_->GiveBack(bytes_);
  }
  MemoryReservation(const MemoryReservation&) = delete;
  MemoryReservation& operator=(const MemoryReservation&) = delete;

  bool Make() { return held_ = meter_->Reserve(bytes_); }
  void Keep() { held_ = false; }

 private:
  MemoryMeter* const meter_;
  const size_t bytes_;
  bool held_ = false;
};

}  // namespace aclprof
