// load_emitter.h: emits the reference workload into rings for a while, a thread each, and measures what that costs.
//
// Shape    a warm-up, in which rings fill until their consumer sets the pace, then the time that is measured.
// Units    in the names.
// Threads  the caller's waits; one more for each ring.
// Errors   std::system_error when there is no thread.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "aclprof/producer.h"
#include "devices/load/burst_times.h"
#include "devices/load/workload_pool.h"

namespace aclprof {

struct LoadOptions {
  double records_per_second = 0;  // of all rings together; 0 = as fast as it goes
  int64_t warm_up_ns = 100000000;
  int64_t run_ns = 1000000000;
  bool own_clock = true;        // stamps with the library's clock; else the workload's own times
  std::vector<int> processors;  // that emit; empty = any
  std::function<bool()> interrupted = [] { return false; };  // asked every now and then
};

struct LoadMeasure {
  uint64_t fed = 0;       // records, warm-up included
  uint64_t measured = 0;  // records of the time that was measured
  double seconds = 0;
  double cpu_seconds = 0;  // of the whole process, in that time
  BurstTimes bursts;       // of up to 10,000 emits, with the clock and the wait for room in them

  double RecordsPerSecond() const { return static_cast<double>(measured) / seconds; }
  double CpuSecondsPerMillion() const {
    return measured == 0 ? 0 : cpu_seconds * 1e6 / static_cast<double>(measured);
  }
};

LoadMeasure EmitLoad(const std::vector<aclprofx_ring*>& rings, const WorkloadPool& pool,
                     const LoadOptions& options);

}  // namespace aclprof
