#include "ringbuf/ring_consumer.h"

#include <cstring>

#include "base/futex.h"

namespace aclprof {
namespace {

constexpr int kAttempts = 10000;

template <typename T>
T Relaxed(const T* field) {
  return __atomic_load_n(field, __ATOMIC_RELAXED);
}

// Copies what a seqlock guards; false when its writer stays in the middle.
template <typename Copy>
bool ReadWhole(const uint32_t* sequence, Copy copy) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const uint32_t before = __atomic_load_n(sequence, __ATOMIC_ACQUIRE);  // [P3] [P7]
    copy();
    __atomic_thread_fence(__ATOMIC_ACQUIRE);  // [P7]
    if ((before & 1u) == 0 && before == Relaxed(sequence)) return true;
  }
  return false;
}

}  // namespace

uint64_t RingConsumer::Tail() const {
  return __atomic_load_n(&ring_->tail, __ATOMIC_ACQUIRE);  // [P1]
}

void RingConsumer::Release(uint64_t position) {
  __atomic_store_n(&ring_->head, position, __ATOMIC_RELEASE);  // [P2]
  __atomic_thread_fence(__ATOMIC_SEQ_CST);                     // [P5]
  if (!__atomic_load_n(&ring_->producer_waits, __ATOMIC_RELAXED)) return;
  // Woken for each block, it would fall asleep again after each. When all whole blocks are released, half is free.
  if (ring_->capacity_bytes - (Tail() - position) < ring_->capacity_bytes / 4) return;
  __atomic_store_n(&ring_->producer_waits, 0u, __ATOMIC_RELAXED);
  __atomic_fetch_add(&ring_->space_sequence, 1u, __ATOMIC_RELEASE);  // [P6]
  FutexWake(&ring_->space_sequence);
}

bool RingConsumer::Running(aclprofx_task_linked* task) const {
  uint64_t words[7];
  static_assert(sizeof(words) == sizeof(*task));
  const auto copy = [&] {
    // [P3]
    for (int i = 0; i < 7; ++i) words[i] = __atomic_load_n(&ring_->running[i], __ATOMIC_ACQUIRE);
  };
  if (!ReadWhole(&ring_->running_sequence, copy)) return false;
  std::memcpy(task, words, sizeof(*task));
  static constexpr uint64_t kNothing[7] = {};
  return std::memcmp(words, kNothing, sizeof(words)) != 0;
}

bool RingConsumer::PendingLoss(aclprofx_loss* loss, uint16_t* generation) const {
  const auto copy = [&] {
    *loss = {Relaxed(&ring_->lost_first_time), Relaxed(&ring_->lost_last_time),
             Relaxed(&ring_->lost_count), Relaxed(&ring_->lost_cause), Relaxed(&ring_->lost_kinds)};
    *generation = static_cast<uint16_t>(Relaxed(&ring_->lost_generation));
  };
  return ReadWhole(&ring_->lost_sequence, copy) && loss->count != 0;
}

}  // namespace aclprof
