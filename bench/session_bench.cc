// What a session costs beside its time: bytes on disk, memory beyond its rings, and the time that Stop takes.

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <thread>

#include "bench/burst_pace.h"
#include "bench/field_entropy.h"
#include "bench/reference_workload.h"
#include "devices/load/load_session.h"
#include "devices/load/task_emitter.h"

namespace aclprof {
namespace {

bool Good(benchmark::State& state, const Status& status) {
  if (!status.ok()) state.SkipWithError(status.message().c_str());
  return status.ok();
}

void Report(benchmark::State& state, const LoadOutcome& outcome) {
  state.counters["stored"] = static_cast<double>(outcome.ledger.stored);
  state.counters["dropped"] = static_cast<double>(outcome.Dropped());
}

// Every record is another one, so that nothing is found twice; beside the bytes, the entropy of the same records.
void BM_Session_Bytes(benchmark::State& state) {
  const BenchDirectory directory("session_bench");
  LoadSession session;
  if (!Good(state, session.Begin(directory.path(), LoadShape()))) return;
  FieldEntropy entropy;
  ReferenceWorkload workload(1);
  for (auto _ : state) {
    for (int64_t i = 0; i < state.range(0); ++i) {
      const aclprofx_task task = workload.Next();
      entropy.Add(task);
      void* const place =
          aclprofx_begin(session.rings()[0], ACLPROFX_KIND_TASK, sizeof(aclprofx_task));
      if (place == nullptr) continue;
      *static_cast<aclprofx_task*>(place) = task;
      aclprofx_commit(session.rings()[0]);
    }
  }
  LoadOutcome outcome;
  if (!Good(state, session.End(&outcome))) return;
  Report(state, outcome);
  state.counters["bytes_per_record"] =
      static_cast<double>(outcome.file_bytes) / static_cast<double>(outcome.ledger.stored);
  state.counters["entropy_bytes"] = entropy.BytesPerRecord();
}
BENCHMARK(BM_Session_Bytes)->ArgName("records")->Arg(1 << 16)->Arg(1 << 22)->Iterations(1);

double StatusMib(const std::string& key) {
  std::ifstream status("/proc/self/status");
  std::string word;
  double kib = 0;
  while (status >> word)
    if (word == key && status >> kib) break;
  return kib / 1024;
}

// From now on the peak of the process is that of what follows.
void ForgetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

// Peak memory of a process in which nothing but a session goes on, without what it had before and without its rings.
void BM_Session_Memory(benchmark::State& state) {
  const BenchDirectory directory("session_bench");
  const WorkloadPool pool(1);
  const double before = StatusMib("VmRSS:");
  ForgetPeak();
  LoadSession session;
  if (!Good(state, session.Begin(directory.path(), LoadShape()))) return;
  TaskEmitter emitter(session.rings()[0], &pool);
  for (auto _ : state) emitter.EmitStamped(static_cast<size_t>(state.range(0)));
  aclprofx_status status{};
  status.size_bytes = sizeof(status);
  aclprofx_get_status(&status);
  LoadOutcome outcome;
  if (!Good(state, session.End(&outcome))) return;
  Report(state, outcome);
  const double rings = static_cast<double>(status.ring_bytes) / (1 << 20);
  state.counters["beyond_rings_mib"] = StatusMib("VmHWM:") - before - rings;
}
BENCHMARK(BM_Session_Memory)
    ->ArgName("records")
    ->Arg(100'000)
    ->Arg(2'000'000)
    ->Arg(20'000'000)
    ->Iterations(1);

bool RaiseRingCap(uint64_t bytes) {
  aclprofx_settings settings{};
  settings.size_bytes = sizeof(settings);
  aclprofx_get_settings(&settings);
  settings.ring_cap_bytes = bytes;
  return aclprofx_set_settings(&settings) == 0;
}

std::string TraceFileBytes(const std::string& directory) {
  std::string bytes;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.path().extension() != ".lz4") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    bytes.append(std::istreambuf_iterator<char>(file), {});
  }
  return bytes;
}

// Seconds to write and fdatasync these bytes; below 0 when that failed.
double WriteDurably(const std::string& path, const std::string& bytes) {
  const auto begin = BenchClock::now();
  const int file = open(path.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
  const bool written =
      file >= 0 && write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
      fdatasync(file) == 0;
  close(file);
  const std::chrono::duration<double> seconds = BenchClock::now() - begin;
  return written ? seconds.count() : -1;
}

// A session whose ring holds `bytes` that the collector has not looked at yet, and that has gone through its ring once
// before, so that its pages are there.
class BufferedSession {
 public:
  static constexpr uint64_t kRings = 2;  // up to the half nobody is woken

  BufferedSession(const WorkloadPool& pool, uint64_t bytes) : pool_(pool), bytes_(bytes) {}

  bool Begin(const std::string& path) {
    LoadShape shape;
    shape.ring_bytes = kRings * bytes_;
    if (!session_.Begin(path, shape).ok()) return false;
    aclprofx_ring* const ring = session_.rings()[0];
    TaskEmitter emitter(ring, &pool_);
    for (uint64_t part = 0; part < kRings; ++part) emitter.EmitWithOwnTimes(Records(*ring));
    while (Unreleased(*ring) >= ring->block_bytes)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    // Without work the collector sleeps for up to 50 ms.
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    emitter.EmitWithOwnTimes(Records(*ring));
    return Unreleased(*ring) >= Records(*ring) * kRecordBytes;
  }
  LoadSession& session() { return session_; }

 private:
  static constexpr uint64_t kRecordBytes = sizeof(aclprofx_record_header) + sizeof(aclprofx_task);

  // That fill so many bytes, none of which cross the end of a block.
  uint64_t Records(const aclprofx_ring& ring) const {
    return bytes_ / ring.block_bytes * (ring.block_bytes / kRecordBytes);
  }
  static uint64_t Unreleased(const aclprofx_ring& ring) {
    return ring.tail - __atomic_load_n(&ring.head, __ATOMIC_ACQUIRE);
  }

  const WorkloadPool& pool_;
  const uint64_t bytes_;
  LoadSession session_;
};

// From the call of Stop until everything is on disk, beside writing and syncing as many bytes.
void BM_Session_Stop(benchmark::State& state) {
  constexpr int kTries = 20;
  const WorkloadPool pool(1);
  const auto bytes = static_cast<uint64_t>(state.range(0)) << 20;
  if (!RaiseRingCap(4 * bytes)) return state.SkipWithError("ring cap refused");
  for (auto _ : state) {
    for (int i = 0; i < kTries; ++i) {
      const BenchDirectory directory("session_bench");
      BufferedSession buffered(pool, bytes);
      const bool is_buffered = buffered.Begin(directory.path());
      LoadOutcome outcome;
      if (!Good(state, buffered.session().End(&outcome))) break;
      if (!is_buffered) continue;
      std::string packed = TraceFileBytes(outcome.directory);
      packed.resize(packed.size() / (BufferedSession::kRings + 1));
      const double floor = WriteDurably(directory.path() + "/floor", packed);
      Report(state, outcome);
      state.counters["stop_ms"] = outcome.stop_seconds * 1e3;
      state.counters["floor_ms"] = floor * 1e3;
      state.SetIterationTime(outcome.stop_seconds);
      break;
    }
  }
}
BENCHMARK(BM_Session_Stop)->ArgName("mib")->Arg(1)->Arg(64)->Iterations(1)->UseManualTime();

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
