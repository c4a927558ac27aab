// task_emitter.h: emits a pool's records into a ring, as a runtime would.
//
// Threads  that of the ring's producer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "aclprof/producer.h"
#include "devices/load/workload_pool.h"

namespace aclprof {

class TaskEmitter {
 public:
  TaskEmitter(aclprofx_ring* ring, const WorkloadPool* pool, size_t first = 0)
      : ring_(ring), pool_(pool), next_(first) {}

  // Each record is stamped with the library's clock.
  void EmitStamped(size_t records) {
    for (; records > 0; --records) {
      const aclprofx_task& task = Next();
      EmitOne(task, [this] { return aclprofx_ring_ticks(ring_); });
    }
  }

  // The times are the workload's, as those of a device with a clock of its own.
  void EmitWithOwnTimes(size_t records) {
    for (; records > 0; --records) {
      const aclprofx_task& task = Next();
      EmitOne(task, [&] { return task.start + rounds_ticks_; });
    }
  }

 private:
  const aclprofx_task& Next() {
    if (next_ % WorkloadPool::kRecords == 0 && next_ != 0) rounds_ticks_ += pool_->round_ticks();
    return (*pool_)[next_++];
  }

  template <typename Start>
  void EmitOne(aclprofx_task task, Start start) {
    task.start = start();
    aclprofx_emit(ring_, ACLPROFX_KIND_TASK, &task, sizeof(task));
  }

  aclprofx_ring* ring_;
  const WorkloadPool* pool_;
  size_t next_;
  uint64_t rounds_ticks_ = 0;
};

}  // namespace aclprof
