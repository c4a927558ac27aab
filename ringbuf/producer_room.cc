#include "ringbuf/producer_room.h"

#include <algorithm>
#include <cstring>

#include "base/futex.h"
#include "base/tick_clock.h"
#include "ringbuf/ring_consumer.h"

namespace aclprof {
namespace {

constexpr uint32_t kLossBytes = sizeof(aclprofx_record_header) + sizeof(aclprofx_loss);

template <typename T, typename U>
void Store(T* field, U value) {
  __atomic_store_n(field, static_cast<T>(value), __ATOMIC_RELAXED);
}

uint64_t Tail(const aclprofx_ring& ring) { return __atomic_load_n(&ring.tail, __ATOMIC_RELAXED); }

unsigned char* At(const aclprofx_ring& ring, uint64_t position) {
  return ring.data + (position & (ring.capacity_bytes - 1));
}

// Where a record of this size goes when `position` is the next free byte: never across the end of a block.
uint64_t Place(const aclprofx_ring& ring, uint64_t position, uint32_t record_bytes) {
  const uint64_t end = BlockEnd(ring, position);
  return position + record_bytes <= end ? position : end;
}

uint64_t Head(const aclprofx_ring& ring) {
  return __atomic_load_n(&ring.head, __ATOMIC_ACQUIRE);  // [P2]
}

bool HasRoom(const aclprofx_ring& ring, uint64_t end) {
  return end <= Head(ring) + ring.capacity_bytes;
}

void WakeCollector(aclprofx_ring* ring) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);  // [P4]
  if (ring->doorbell == nullptr || !__atomic_load_n(ring->doorbell, __ATOMIC_RELAXED)) return;
  if (__atomic_exchange_n(ring->doorbell, 0u, __ATOMIC_RELAXED) == 0) return;
  Store(&ring->wakes, ring->wakes + 1);
  FutexWake(ring->doorbell);
}

// Sleeps until the collector has released up to `end`, at most for the ring's bound.
bool AwaitRoom(aclprofx_ring* ring, uint64_t end) {
  const uint64_t bound = ring->wait_bound_ns;
  const int64_t since = MonotonicNs();
  for (;;) {
    const uint32_t sequence = __atomic_load_n(&ring->space_sequence, __ATOMIC_ACQUIRE);  // [P6]
    __atomic_store_n(&ring->producer_waits, 1u, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);  // [P5]
    if (HasRoom(*ring, end)) return true;
    WakeCollector(ring);
    const uint64_t waited = static_cast<uint64_t>(MonotonicNs() - since);
    if (bound != 0 && waited >= bound) return false;
    FutexWait(&ring->space_sequence, sequence,
              bound == 0 ? kNoTimeout : static_cast<int64_t>(bound - waited));
  }
}

void Count(aclprofx_ring* ring, int cause, uint16_t kind, uint64_t gate) {
  const uint64_t now = __atomic_load_n(&ring->gate, __ATOMIC_RELAXED);
  uint64_t* const counter =
      GenerationOf(now) == GenerationOf(gate) ? &ring->dropped[cause][kind] : &ring->out_of_session;
  __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

// The time of the record published last, for a producer whose clock we can't read; 0 when there is none. Every payload
// begins with its time.
uint64_t LastRecordTime(const aclprofx_ring& ring) {
  const uint64_t tail = Tail(ring);
  uint64_t time = 0;
  if (tail == 0) return time;
  for (uint64_t at = (tail - 1) & ~(ring.block_bytes - 1); at < tail;) {
    aclprofx_record_header header;
    std::memcpy(&header, At(ring, at), sizeof(header));
    if (header.size_bytes < sizeof(header))
      break;  // somebody wrote over it: no reason to walk on the spot
    if (header.kind != ACLPROFX_KIND_PAD)
      std::memcpy(&time, At(ring, at + sizeof(header)), sizeof(time));
    at += header.size_bytes;
  }
  return time;
}

// The collector may read the loss at any moment.
class LossChange {
 public:
  explicit LossChange(aclprofx_ring* ring) : ring_(ring) {
    Store(&ring_->lost_sequence, ring_->lost_sequence + 1);
    __atomic_thread_fence(__ATOMIC_RELEASE);  // [P7]
  }
  ~LossChange() {
    __atomic_store_n(&ring_->lost_sequence, ring_->lost_sequence + 1, __ATOMIC_RELEASE);  // [P7]
  }
  LossChange(const LossChange&) = delete;
  LossChange& operator=(const LossChange&) = delete;

 private:
  aclprofx_ring* ring_;
};

void BeginLoss(aclprofx_ring* ring, int cause, uint64_t gate) {
  const uint64_t now = ring->own_clock ? LastRecordTime(*ring) : NowTicks();
  Store(&ring->lost_first_time, now);
  Store(&ring->lost_last_time, now);
  Store(&ring->lost_cause, cause);
  Store(&ring->lost_kinds, 0);
  Store(&ring->lost_generation, GenerationOf(gate));
  Store(&ring->lost_count, 0);
}

// Adds to the loss that will stand in the timeline. Loss under an older gate was told by that session's stop.
void NoteLoss(aclprofx_ring* ring, int cause, uint16_t kind, uint64_t gate) {
  const LossChange change(ring);
  if (ring->lost_count == 0 || ring->lost_generation != GenerationOf(gate))
    BeginLoss(ring, cause, gate);
  else if (!ring->own_clock)
    Store(&ring->lost_last_time, NowTicks());
  Store(&ring->lost_kinds, ring->lost_kinds | (1u << kind));
  Store(&ring->lost_count, ring->lost_count + 1);
}

bool Drop(aclprofx_ring* ring, int cause, uint16_t kind, uint64_t gate) {
  Count(ring, cause, kind, gate);
  NoteLoss(ring, cause, kind, gate);
  ring->limit = Tail(*ring);  // the next emit comes here first
  return false;
}

void Publish(aclprofx_ring* ring, uint64_t tail) {
  __atomic_store_n(&ring->tail, tail, __ATOMIC_RELEASE);  // [P1]
}

void WriteHeader(const aclprofx_ring& ring, uint64_t position, uint64_t bytes, uint16_t kind,
                 uint64_t generation) {
  const aclprofx_record_header header{static_cast<uint16_t>(bytes), kind, 0,
                                      static_cast<uint16_t>(generation)};
  std::memcpy(At(ring, position), &header, sizeof(header));
}

void PadTo(aclprofx_ring* ring, uint64_t position) {
  const uint64_t tail = Tail(*ring);
  if (tail == position) return;
  WriteHeader(*ring, tail, position - tail, ACLPROFX_KIND_PAD, 0);
  Publish(ring, position);
}

void WriteLoss(aclprofx_ring* ring, uint64_t position) {
  const aclprofx_loss loss{ring->lost_first_time, ring->lost_last_time, ring->lost_count,
                           ring->lost_cause, ring->lost_kinds};
  PadTo(ring, position);
  WriteHeader(*ring, position, kLossBytes, ACLPROFX_KIND_LOSS, ring->lost_generation);
  std::memcpy(At(*ring, position + sizeof(aclprofx_record_header)), &loss, sizeof(loss));
  Publish(ring, position + kLossBytes);
  const LossChange change(ring);
  Store(&ring->lost_count, 0);
}

// Past half, at every eighth of the ring: a wake for each block would cost more than the block. AwaitRoom wakes anyhow.
void WakePastHalf(aclprofx_ring* ring) {
  const uint64_t step = std::max(ring->block_bytes, ring->capacity_bytes / 8);
  const uint64_t tail = Tail(*ring);
  const uint64_t next_block = (tail + ring->block_bytes - 1) & ~(ring->block_bytes - 1);
  if (next_block % step == 0 && tail - Head(*ring) > ring->capacity_bytes / 2) WakeCollector(ring);
}

// In the middle of an emit nothing but the counter may be touched: the emit that was interrupted owns the rest.
bool DropWithoutRoom(aclprofx_ring* ring, uint16_t kind, uint64_t gate) {
  if (__atomic_load_n(&ring->busy, __ATOMIC_RELAXED)) {
    Count(ring, ACLPROFX_DROP_REENTRANT, kind, gate);
    return false;
  }
  Store(&ring->busy, 1);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  Drop(ring, ACLPROFX_DROP_TOO_BIG, kind, gate);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  Store(&ring->busy, 0);
  return false;
}

}  // namespace

bool MakeRoom(aclprofx_ring* ring, uint16_t kind, uint32_t record_bytes, uint64_t gate) {
  if (record_bytes == 0) return DropWithoutRoom(ring, kind, gate);
  WakePastHalf(ring);
  const uint64_t loss_bytes = ring->lost_count != 0 ? kLossBytes : 0;
  const uint64_t loss_at = Place(*ring, Tail(*ring), kLossBytes);
  const uint64_t free = loss_bytes != 0 ? loss_at + loss_bytes : Tail(*ring);
  const uint64_t start = Place(*ring, free, record_bytes);
  const uint64_t end = start + record_bytes;
  if (!HasRoom(*ring, end) && (ring->policy != ACLPROFX_POLICY_BLOCK || !AwaitRoom(ring, end)))
    return Drop(ring, ACLPROFX_DROP_RING_FULL, kind, gate);
  if (loss_bytes != 0) WriteLoss(ring, loss_at);
  PadTo(ring, start);
  ring->limit = std::min(BlockEnd(*ring, start), Head(*ring) + ring->capacity_bytes);
  return true;
}

}  // namespace aclprof
