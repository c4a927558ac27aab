#include "ringbuf/ring_consumer.h"

#include <cstring>

#include "base/futex.h"

namespace aclprof {
namespace {

template <typename T>
T Relaxed(const T* field) {
  return __atomic_load_n(field, __ATOMIC_RELAXED);
}

}  // namespace

uint64_t RingConsumer::Tail() const {
  return __atomic_load_n(&ring_->tail, __ATOMIC_ACQUIRE);  // [P1]
}

void RingConsumer::Release(uint64_t position) {
  __atomic_store_n(&ring_->head, position, __ATOMIC_RELEASE);  // [P2]
  __atomic_thread_fence(__ATOMIC_SEQ_CST);                     // [P5]
  if (!__atomic_load_n(&ring_->producer_waits, __ATOMIC_RELAXED)) return;
  __atomic_store_n(&ring_->producer_waits, 0u, __ATOMIC_RELAXED);
  __atomic_fetch_add(&ring_->space_sequence, 1u, __ATOMIC_RELEASE);  // [P6]
  FutexWake(&ring_->space_sequence);
}

bool RingConsumer::Running(aclprofx_task_linked* task) const {
  uint64_t words[7];
  static_assert(sizeof(words) == sizeof(*task));
  uint32_t before;
  do {
    before = __atomic_load_n(&ring_->running_sequence, __ATOMIC_ACQUIRE);  // [P3]
    // [P3]
    for (int i = 0; i < 7; ++i) words[i] = __atomic_load_n(&ring_->running[i], __ATOMIC_ACQUIRE);
  } while ((before & 1u) != 0 || before != Relaxed(&ring_->running_sequence));
  std::memcpy(task, words, sizeof(*task));
  static constexpr uint64_t kNothing[7] = {};
  return std::memcmp(words, kNothing, sizeof(words)) != 0;
}

bool RingConsumer::PendingLoss(aclprofx_loss* loss, uint16_t* generation) const {
  do {
    loss->count = Relaxed(&ring_->lost_count);
    loss->first_time = Relaxed(&ring_->lost_first_time);
    loss->last_time = Relaxed(&ring_->lost_last_time);
    loss->cause = Relaxed(&ring_->lost_cause);
    loss->kinds = Relaxed(&ring_->lost_kinds);
    *generation = static_cast<uint16_t>(Relaxed(&ring_->lost_generation));
  } while (loss->count != Relaxed(&ring_->lost_count));
  return loss->count != 0;
}

}  // namespace aclprof
