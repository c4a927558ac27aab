#include "core/ring_tap.h"

#include <cstring>

namespace aclprof {
namespace {

uint64_t DroppedTasks(const aclprofx_ring& ring) {
  uint64_t sum = 0;
  for (const auto& kinds : ring.dropped)
    sum += __atomic_load_n(&kinds[ACLPROFX_KIND_TASK_LINKED], __ATOMIC_RELAXED);
  return sum;
}

}  // namespace

// The gate opens next, which is one generation more.
RingTap::RingTap(TaskTap* tap, const aclprofx_ring& ring, const RingAnchor& anchor, uint64_t start)
    : tap_(tap),
      ring_(ring),
      anchor_(anchor),
      start_(start),
      first_generation_(static_cast<uint16_t>(GenerationOf(ring.gate) + 1)),
      dropped_before_(DroppedTasks(ring)),
      next_(start) {}

bool RingTap::Owns(uint64_t position, const aclprofx_record_header& header) const {
  return position >= start_ && header.kind == ACLPROFX_KIND_TASK_LINKED &&
         !IsOlder(header.generation, first_generation_);
}

void RingTap::Deliver(const RingConsumer& consumer, uint64_t end) {
  while (next_ < end) {
    aclprofx_record_header header;
    std::memcpy(&header, consumer.At(next_), sizeof(header));
    if (header.size_bytes < sizeof(header)) {  // what can't be walked
      next_ = end;
      return;
    }
    if (Owns(next_, header)) {
      aclprofx_task_linked task;
      std::memcpy(&task, consumer.At(next_) + sizeof(header), sizeof(task));
      Take(task);
    }
    next_ += header.size_bytes;
  }
}

void RingTap::Take(const aclprofx_task_linked& task) const {
  const uint64_t start = task.task.start;
  tap_->Take({task.model_id, task.task.op, ring_.device_id, NanosAt(start),
              NanosAt(start + task.task.duration)});
}

uint64_t RingTap::NanosAt(uint64_t ticks) const {
  const auto since = static_cast<__int128>(ticks) - static_cast<__int128>(anchor_.ticks);
  const auto rate = static_cast<__int128>(anchor_.ticks_per_second);
  return static_cast<uint64_t>(anchor_.realtime_ns + since * 1000000000 / rate);
}

void RingTap::TellLost() const {
  if (const uint64_t lost = DroppedTasks(ring_) - dropped_before_; lost != 0) tap_->Lost(lost);
}

}  // namespace aclprof
