// ring_tap.h: a tap on one ring: what of it goes to a TaskTap, and how far it is.
//
// Shape    the records of linked tasks from the begin on, of no older gate.
// Threads  everything under the registry's lock.
#pragma once

#include <cstdint>

#include "core/task_tap.h"
#include "ringbuf/ring_consumer.h"

namespace aclprof {

// A moment of a ring's clock, and what the clock counts.
struct RingAnchor {
  uint64_t ticks = 0;
  int64_t realtime_ns = 0;
  uint64_t ticks_per_second = 1000000000;
};

class RingTap {
 public:
  static constexpr uint64_t kKinds = uint64_t{1} << ACLPROFX_KIND_TASK_LINKED;

  RingTap(TaskTap* tap, const aclprofx_ring& ring, const RingAnchor& anchor, uint64_t start);

  // Hands on what lies before `end` and was not handed on yet.
  void Deliver(const RingConsumer& consumer, uint64_t end);
  // Tells of what the producer has dropped since the begin.
  void TellLost() const;
  bool Owns(uint64_t position, const aclprofx_record_header& header) const;

 private:
  uint64_t NanosAt(uint64_t ticks) const;
  void Take(const aclprofx_task_linked& task) const;

  TaskTap* const tap_;
  const aclprofx_ring& ring_;
  const RingAnchor anchor_;
  const uint64_t start_;
  const uint16_t first_generation_;
  const uint64_t dropped_before_;
  uint64_t next_;
};

}  // namespace aclprof
