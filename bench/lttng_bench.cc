// LTTng-UST with the same fields: a rival. Who records its events (lttng create, enable-event, start) is up to the
// caller, as scripts/bench does; without that its events are switched off.

#include <benchmark/benchmark.h>

#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "bench/burst_pace.h"
#include "bench/lttng_task.h"
#include "bench/processor_split.h"
#include "devices/load/workload_pool.h"

namespace aclprof {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(6);

class TracedTasks {
 public:
  TracedTasks() { ProcessorSplit().PinProducer(); }
  void TraceBurst() {
    for (size_t i = 0; i < kBurst; ++i) lttng_ust_tracepoint(aclprof_bench, task, &tasks_[next_++]);
  }

 private:
  const WorkloadPool tasks_{1};
  size_t next_ = 0;
};

void BM_Lttng_Hot(benchmark::State& state) {
  TracedTasks tasks;
  BurstTimes times;
  for (auto _ : state) {
    const auto next = BenchClock::now() + kPeriod;
    state.SetIterationTime(TimeBurst(&times, [&] { tasks.TraceBurst(); }));
    SpinUntil(next);
  }
  Report(state, "emit", times);
}
BENCHMARK(BM_Lttng_Hot)->UseManualTime();

void BM_Lttng_Ingest(benchmark::State& state) {
  const auto run = std::chrono::milliseconds(state.range(0));
  TracedTasks tasks;
  for (auto _ : state)
    state.counters["mrps"] = SustainedRate(run / 5, run, [&] { tasks.TraceBurst(); }) / 1e6;
}
BENCHMARK(BM_Lttng_Ingest)->ArgName("ms")->Arg(20)->Arg(1000)->Iterations(1);

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
