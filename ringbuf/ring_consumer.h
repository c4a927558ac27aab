// ring_consumer.h: the collector's end of a ring: what is published, and giving space back.
//
// Units    positions count bytes since the ring was made and never go back.
// Threads  Release: the collector. Tail, Running, PendingLoss: any thread.
// Orders   [P1] aclprofx_commit stores tail, release -> Tail loads tail, acquire: record bytes are visible.
//          [P2] Release stores head, release -> HasRoom loads head, acquire: the consumer is done with them.
//          [P3] aclprofx_set_running stores running_sequence, release -> Running loads it, acquire: a seqlock.
//          [P4] WakeCollector loads doorbell after a fence -> the collector stores doorbell before one: either the
//               producer sees the collector asleep, or the collector sees the records.
//          [P5] Release loads producer_waits after a fence -> AwaitRoom stores producer_waits before one: either
//               the producer sees the space, or it is woken.
//          [P7] LossChange stores lost_sequence, release -> PendingLoss loads it, acquire: a seqlock.
//          [P6] Release adds to space_sequence, release -> AwaitRoom loads it, acquire: the head that it stands for.
// Source   api/include/aclprof/producer.h holds the ring's fields and the inline half of the producer.
#pragma once

#include <cstdint>

#include "aclprof/producer.h"

namespace aclprof {

// The end of the block that a record at this position lies in.
inline uint64_t BlockEnd(const aclprofx_ring& ring, uint64_t position) {
  return (position | (ring.block_bytes - 1)) + 1;
}

// Of a gate. Generations wrap, so older is a matter of distance.
inline constexpr int kGenerationShift = 48;
inline uint16_t GenerationOf(uint64_t gate) {
  return static_cast<uint16_t>(gate >> kGenerationShift);
}
inline bool IsOlder(uint16_t generation, uint16_t than) {
  return static_cast<int16_t>(generation - than) < 0;
}

class RingConsumer {
 public:
  explicit RingConsumer(aclprofx_ring* ring) : ring_(ring) {}

  // The end of what is published. [P1]
  uint64_t Tail() const;
  const unsigned char* At(uint64_t position) const {
    return ring_->data + (position & (ring_->capacity_bytes - 1));
  }
  // Lets the producer reuse everything below this position, and wakes it where it waits and a quarter is free.
  void Release(uint64_t position);
  // What the producer says it is running now; false when nothing, and when it never comes to an end with saying it, as
  // a thread that was cancelled. [P3]
  bool Running(aclprofx_task_linked* task) const;
  // The loss that the producer has not been able to write as a record yet; false when there is none. [P7]
  bool PendingLoss(aclprofx_loss* loss, uint16_t* generation) const;

 private:
  aclprofx_ring* ring_;
};

}  // namespace aclprof
