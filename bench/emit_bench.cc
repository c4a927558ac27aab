// What an emit costs its thread, beside the clock alone (the floor) and a mutex and a deque (the naive way).
//
// The session writes to real files; policy block, so nothing is dropped, and the counter `dropped` says so.

#include <benchmark/benchmark.h>

#include <cstring>
#include <deque>
#include <filesystem>
#include <mutex>

#include "aclprof/producer.h"
#include "base/tick_clock.h"
#include "core/pipeline.h"
#include "core/settings.h"

namespace aclprof {
namespace {

// One session for the time of a benchmark; its files are removed at the end.
class BenchSession {
 public:
  BenchSession() {
    Settings settings = GetSettings();
    settings.policy = ACLPROFX_POLICY_BLOCK;
    settings.wait_bound_ns = 0;
    if (!SetSettings(settings).ok()) return;
    SessionOptions options;
    options.base_directory = base_;
    options.devices = {0};
    options.kinds = uint64_t{1} << ACLPROFX_KIND_TASK;
    options.mode = "api";
    good_ = Pipeline::Get().Start(options, &session_).ok();
  }
  ~BenchSession() { std::filesystem::remove_all(base_); }
  bool good() const { return good_; }
  void Finish(benchmark::State& state) {
    Pipeline::Get().Stop(session_);
    const LedgerRow total = SessionLedger(*session_).Total();
    state.counters["stored"] = static_cast<double>(total.Stored());
    state.counters["dropped"] = static_cast<double>(total.Dropped());
  }

 private:
  const std::string base_ =
      (std::filesystem::temp_directory_path() / ("aclprof_bench_" + std::to_string(NowTicks())))
          .string();
  std::shared_ptr<Session> session_;
  bool good_ = false;
};

aclprofx_ring* OpenDevice() {
  aclprofx_producer_options options{};
  options.size_bytes = sizeof(options);
  options.device_id = 0;
  options.policy = -1;
  aclprofx_ring* ring = nullptr;
  return aclprofx_open_producer(&options, &ring) == 0 ? ring : nullptr;
}

void EmitTask(aclprofx_ring* ring, uint64_t start, uint32_t task_id) {
  void* const payload = aclprofx_begin(ring, ACLPROFX_KIND_TASK, sizeof(aclprofx_task));
  if (payload == nullptr) return;
  const aclprofx_task task{start, 12000, task_id & 7, task_id, 1 + task_id % 200, 1, 0};
  std::memcpy(payload, &task, sizeof(task));
  aclprofx_commit(ring);
}

void BM_Clock_Ticks(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(aclprofx_ticks());
}
BENCHMARK(BM_Clock_Ticks);

void BM_Emit_Off(benchmark::State& state) {
  aclprofx_ring* const ring = OpenDevice();
  uint32_t task_id = 0;
  for (auto _ : state) {
    EmitTask(ring, task_id, task_id);
    ++task_id;
    benchmark::ClobberMemory();
  }
  aclprofx_close_producer(ring);
}
BENCHMARK(BM_Emit_Off);

void BM_HostRing_Off(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(aclprofx_host_ring(ACLPROFX_KIND_API));
}
BENCHMARK(BM_HostRing_Off);

// A device that stamps its own records pays no clock.
void BM_Emit_OwnStamp(benchmark::State& state) {
  BenchSession session;
  aclprofx_ring* const ring = OpenDevice();
  if (!session.good() || ring == nullptr) return state.SkipWithError("no session");
  uint64_t start = 0;
  uint32_t task_id = 0;
  for (auto _ : state) EmitTask(ring, start += 50000, task_id++);
  session.Finish(state);
  aclprofx_close_producer(ring);
}
BENCHMARK(BM_Emit_OwnStamp);

void BM_Emit_Ticks(benchmark::State& state) {
  BenchSession session;
  aclprofx_ring* const ring = OpenDevice();
  if (!session.good() || ring == nullptr) return state.SkipWithError("no session");
  uint32_t task_id = 0;
  for (auto _ : state) EmitTask(ring, aclprofx_ticks(), task_id++);
  session.Finish(state);
  aclprofx_close_producer(ring);
}
BENCHMARK(BM_Emit_Ticks);

// The naive baseline, without any file behind it.
void BM_MutexDeque_Emit(benchmark::State& state) {
  std::mutex mutex;
  std::deque<aclprofx_task> tasks;
  uint32_t task_id = 0;
  for (auto _ : state) {
    const aclprofx_task task{aclprofx_ticks(), 12000, task_id & 7, task_id, 1, 1, 0};
    const std::lock_guard lock(mutex);
    tasks.push_back(task);
    if (tasks.size() > 65536) tasks.clear();
    ++task_id;
  }
}
BENCHMARK(BM_MutexDeque_Emit);

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
