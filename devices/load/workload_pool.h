// workload_pool.h: records of the reference workload, made ahead of time, since making one costs more than emitting it.
//
// Shape    a power of two of records, gone through round and round: so many that no block sees one of them twice.
// Threads  any, once it is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "aclprof/producer.h"

namespace aclprof {

class WorkloadPool {
 public:
  static constexpr size_t kRecords = 1 << 16;

  explicit WorkloadPool(uint64_t seed);

  // Gives operators and task types ids of the library, so that exports can name them.
  void InternNames();

  const aclprofx_task& operator[](size_t index) const { return tasks_[index & (kRecords - 1)]; }
  // From a record's start to its start in the next round.
  uint64_t round_ticks() const { return round_ticks_; }

 private:
  std::vector<aclprofx_task> tasks_;
  uint64_t round_ticks_;
};

}  // namespace aclprof
