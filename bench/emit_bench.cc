// What an emit costs its thread while the full pipeline writes to a file, beside the same clock and a store of 32
// bytes (the floor): bursts of both in turn, so that a noisy machine disturbs both.
//
// `dropped` must be 0: the bursts leave the pipeline the time it needs.

#include <benchmark/benchmark.h>
#include <time.h>

#include <thread>
#include <vector>

#include "base/tick_clock.h"
#include "bench/burst_pace.h"
#include "bench/processor_split.h"
#include "devices/load/load_session.h"
#include "devices/load/task_emitter.h"
#include "devices/load/workload_pool.h"

namespace aclprof {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(1);

const WorkloadPool& ThePool() {
  static const WorkloadPool pool(1);
  return pool;
}

// A session with one device, this thread its producer; everything else on other processors.
class HotSession {
 public:
  explicit HotSession(benchmark::State& state) : state_(state), directory_("emit_bench") {
    const Status begun = session_.Begin(directory_.path(), LoadShape());
    if (!begun.ok()) state_.SkipWithError(begun.message().c_str());
    split_.PinOthers();
    split_.PinProducer();
  }
  aclprofx_ring* ring() const { return session_.rings().empty() ? nullptr : session_.rings()[0]; }
  // The next burst finds room: no more than a quarter of the ring is still to be written.
  void Rest(BenchClock::time_point end) const {
    SpinUntil(end);
    while (ring()->tail - __atomic_load_n(&ring()->head, __ATOMIC_RELAXED) >
           ring()->capacity_bytes / 4)
      std::this_thread::yield();
  }
  void Finish() {
    LoadOutcome outcome;
    if (const Status ended = session_.End(&outcome); !ended.ok())
      state_.SkipWithError(ended.message().c_str());
    state_.counters["stored"] = static_cast<double>(outcome.ledger.stored);
    state_.counters["dropped"] = static_cast<double>(outcome.Dropped());
  }

 private:
  benchmark::State& state_;
  const ProcessorSplit split_;
  BenchDirectory directory_;
  LoadSession session_;
};

// The least that a stamped record can cost: the library's clock, and 32 bytes into memory that is gone through once.
class FloorRing {
 public:
  void Emit(size_t records) {
    ClockIsCounter() ? Store(records, aclprofx_counter) : Store(records, ReadMonotonicRaw);
  }

 private:
  static constexpr size_t kRecords = 1 << 18;  // 8 MiB

  static uint64_t ReadMonotonicRaw() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
  }

  template <typename Clock>
  void Store(size_t records, Clock clock) {
    for (; records > 0; --records) {
      const uint64_t start = clock();
      aclprofx_task& slot = ring_[next_ % kRecords];
      slot = ThePool()[next_++];
      slot.start = start;
    }
    benchmark::ClobberMemory();
  }

  std::vector<aclprofx_task> ring_ = std::vector<aclprofx_task>(kRecords);
  size_t next_ = 0;
};

void BM_Emit_Stamped(benchmark::State& state) {
  FloorRing floor;
  BurstTimes floor_times, emit_times;
  floor.Emit(1 << 18);
  HotSession session(state);
  if (session.ring() == nullptr) return;
  TaskEmitter emitter(session.ring(), &ThePool());
  bool floor_first = false;
  for (auto _ : state) {
    const auto next = BenchClock::now() + kPeriod;
    // Whoever comes second finds the workload in the cache.
    if (floor_first) TimeBurst(&floor_times, [&] { floor.Emit(kBurst); });
    state.SetIterationTime(TimeBurst(&emit_times, [&] { emitter.EmitStamped(kBurst); }));
    if (!floor_first) TimeBurst(&floor_times, [&] { floor.Emit(kBurst); });
    floor_first = !floor_first;
    session.Rest(next);
  }
  session.Finish();
  Report(state, "emit", emit_times);
  Report(state, "floor", floor_times);
}
BENCHMARK(BM_Emit_Stamped)->UseManualTime();

// A device that stamps its own records pays no clock.
void BM_Emit_OwnTimes(benchmark::State& state) {
  BurstTimes times;
  HotSession session(state);
  if (session.ring() == nullptr) return;
  TaskEmitter emitter(session.ring(), &ThePool());
  for (auto _ : state) {
    const auto next = BenchClock::now() + kPeriod;
    state.SetIterationTime(TimeBurst(&times, [&] { emitter.EmitWithOwnTimes(kBurst); }));
    session.Rest(next);
  }
  session.Finish();
  Report(state, "emit", times);
}
BENCHMARK(BM_Emit_OwnTimes)->UseManualTime();

aclprofx_ring* OpenDevice() {
  aclprofx_producer_options options{};
  options.size_bytes = sizeof(options);
  options.policy = -1;
  aclprofx_ring* ring = nullptr;
  return aclprofx_open_producer(&options, &ring) == 0 ? ring : nullptr;
}

// While nobody wants the records, beside the same loop with nothing in it.
void BM_Emit_Off(benchmark::State& state) {
  aclprofx_ring* const ring = OpenDevice();
  if (ring == nullptr) return state.SkipWithError("no ring");
  BurstTimes off_times, empty_times;
  for (auto _ : state) {
    TimeBurst(&off_times, [&] {
      for (size_t i = 0; i < kBurst; ++i) {
        void* place = aclprofx_begin(ring, ACLPROFX_KIND_TASK, sizeof(aclprofx_task));
        benchmark::DoNotOptimize(place);
      }
    });
    TimeBurst(&empty_times, [&] {
      for (size_t i = 0; i < kBurst; ++i) {
        void* place = nullptr;
        benchmark::DoNotOptimize(place);
      }
    });
  }
  aclprofx_close_producer(ring);
  Report(state, "off", off_times);
  Report(state, "empty", empty_times);
}
BENCHMARK(BM_Emit_Off);

void BM_HostRing_Off(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(aclprofx_host_ring(ACLPROFX_KIND_API));
}
BENCHMARK(BM_HostRing_Off);

}  // namespace
}  // namespace aclprof

int main(int argc, char** argv) {
  benchmark::AddCustomContext("library_clock", aclprof::ClockSourceName());
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
