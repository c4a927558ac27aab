// spdlog, asynchronous, with the same fields as text in a file: a rival.

#include <benchmark/benchmark.h>
#include <spdlog/async.h>
#include <spdlog/sinks/basic_file_sink.h>

#include <memory>

#include "bench/burst_pace.h"
#include "bench/processor_split.h"
#include "devices/load/workload_pool.h"

namespace aclprof {
namespace {

constexpr size_t kQueue = 1 << 17;
constexpr auto kPeriod = std::chrono::milliseconds(25);

// One worker, on the processors that are not the producer's.
class AsyncLogger {
 public:
  AsyncLogger() : directory_("spdlog_bench") {
    pool_ = std::make_shared<spdlog::details::thread_pool>(kQueue, 1,
                                                           [] { ProcessorSplit().PinOther(); });
    logger_ = std::make_shared<spdlog::async_logger>(
        "bench", std::make_shared<spdlog::sinks::basic_file_sink_mt>(directory_.path() + "/log"),
        pool_, spdlog::async_overflow_policy::block);
    ProcessorSplit().PinProducer();
  }
  void LogBurst() {
    for (size_t i = 0; i < kBurst; ++i) {
      const aclprofx_task& task = tasks_[next_++];
      logger_->info("{} {} {} {} {} {}", task.duration, task.stream_id, task.task_id, task.op,
                    task.type, task.flags);
    }
  }

 private:
  const BenchDirectory directory_;
  const WorkloadPool tasks_{1};
  std::shared_ptr<spdlog::details::thread_pool> pool_;
  std::shared_ptr<spdlog::async_logger> logger_;
  size_t next_ = 0;
};

void BM_Spdlog_Hot(benchmark::State& state) {
  AsyncLogger logger;
  BurstTimes times;
  for (auto _ : state) {
    const auto next = BenchClock::now() + kPeriod;
    state.SetIterationTime(TimeBurst(&times, [&] { logger.LogBurst(); }));
    SpinUntil(next);
  }
  Report(state, "emit", times);
}
BENCHMARK(BM_Spdlog_Hot)->UseManualTime();

void BM_Spdlog_Ingest(benchmark::State& state) {
  const auto run = std::chrono::milliseconds(state.range(0));
  AsyncLogger logger;
  for (auto _ : state)
    state.counters["mrps"] = SustainedRate(run / 5, run, [&] { logger.LogBurst(); }) / 1e6;
}
BENCHMARK(BM_Spdlog_Ingest)->ArgName("ms")->Arg(20)->Arg(1000)->Iterations(1);

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
