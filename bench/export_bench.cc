// What an export costs a record, beside writing as many bytes without making them (the floor).
//
// Throughput is in rows: records read. `bytes` is what was written. Memory is in `rss_mb`, the peak
// of the process so far: it grows until the remembered flows are full, which they are in the second
// size, and must stay from there on.

#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "aclprof/producer.h"
#include "export/session_export.h"

namespace aclprof {
namespace {

constexpr int64_t kMoment = 1784177144507567326;

// As many launches as tasks, made while they are read: of kernels on four streams.
class SyntheticCursor : public RecordCursor {
 public:
  SyntheticCursor(uint64_t launches, const RecordFilter& filter)
      : launches_(launches), tasks_only_((filter.kinds >> ACLPROFX_KIND_FRAMEWORK_API & 1) == 0) {}

  bool Next(RecordView* view) override {
    if (next_ == launches_ * 2) return false;
    const uint64_t launch = next_ / 2;
    const bool is_task = tasks_only_ || next_ % 2 == 1;
    is_task ? FillTask(launch, view) : FillCall(launch, view);
    next_ += tasks_only_ ? 2 : 1;
    return true;
  }

 private:
  void FillCall(uint64_t launch, RecordView* view) {
    call_.connection_id = launch + 1;
    call_.name = call_.mode = 1;
    call_.thread_id = 195781;
    call_.level = ACLPROFX_LEVEL_NODE;
    Fill(ACLPROFX_KIND_FRAMEWORK_API, -1, {StartOf(launch), 0}, {450 + DigitsOf(launch), 0}, call_,
         view);
  }
  void FillTask(uint64_t launch, RecordView* view) {
    task_.task.stream_id = static_cast<uint32_t>(launch % 4);
    task_.task.task_id = static_cast<uint32_t>(launch);
    task_.task.op = static_cast<uint32_t>(launch % 100 + 1);
    task_.task.type = 1;
    task_.connection_id = launch + 1;
    task_.model_id = task_.context_id = task_.subtask_id = ACLPROFX_NONE;
    Fill(ACLPROFX_KIND_TASK_LINKED, 0, {StartOf(launch) + 500, 0}, {430 + DigitsOf(launch), 0},
         task_, view);
  }
  template <typename Payload>
  static void Fill(uint16_t kind, int32_t device, Instant start, Span duration,
                   const Payload& payload, RecordView* view) {
    *view = {kind, 0, 1, device, start, duration, &payload, sizeof(payload)};
  }
  static int64_t StartOf(uint64_t launch) { return kMoment + static_cast<int64_t>(launch) * 1000; }
  static int64_t DigitsOf(uint64_t launch) { return static_cast<int64_t>(launch * 7919 % 61); }

  const uint64_t launches_;
  const bool tasks_only_;
  uint64_t next_ = 0;
  aclprofx_api call_{};
  aclprofx_task_linked task_{};
};

class SyntheticSession : public SessionReader {
 public:
  explicit SyntheticSession(uint64_t launches) : launches_(launches) {
    info_.process_id = 195781;
    info_.complete = true;
    op_.name = op_.type = 2;
    op_.task_type = 3;
  }
  const SessionInfo& info() const override { return info_; }
  const Ledger& ledger() const override { return ledger_; }
  const std::vector<std::string>& files() const override { return none_; }
  std::unique_ptr<RecordCursor> Records(const RecordFilter& filter) override {
    return std::make_unique<SyntheticCursor>(launches_, filter);
  }
  const std::vector<FileDamage>& damage() const override { return damage_; }
  KindCounts announced() const override { return KindCounts{}; }
  const std::map<int32_t, KindCounts>& announced_by_device() const override { return by_device_; }
  std::optional<TimeWindow> announced_times() const override { return std::nullopt; }
  BlockCounts block_counts() const override { return {}; }
  uint64_t unknown_records() const override { return 0; }
  int64_t missing_records() const override { return 0; }
  uint64_t dropped_announced() const override { return 0; }
  const std::vector<std::string>& foreign_files() const override { return none_; }
  std::string_view String(uint32_t id) const override {
    return id == 1   ? "launch"
           : id == 2 ? "aclnnAdd_AddAiCore_Add"
           : id == 3 ? "AI_VECTOR_CORE"
                     : "";
  }
  std::string_view TaskType(uint16_t) const override { return "KERNEL_AIVEC"; }
  const OpEntry* Op(uint32_t) const override { return &op_; }
  const RingEntry* Ring(uint32_t, std::string_view*) const override { return nullptr; }
  uint64_t unknown_names() const override { return 0; }

 private:
  const uint64_t launches_;
  SessionInfo info_;
  Ledger ledger_;
  OpEntry op_{};
  std::vector<std::string> none_;
  std::vector<FileDamage> damage_;
  std::map<int32_t, KindCounts> by_device_;
};

class BenchDirectory {
 public:
  ~BenchDirectory() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }
  uint64_t Bytes() const {
    uint64_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) bytes += entry.file_size();
    return bytes;
  }

 private:
  const std::string path_ = (std::filesystem::temp_directory_path() /
                             ("aclprof_export_bench_" + std::to_string(getpid())))
                                .string();
};

double PeakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void BM_Export_Session(benchmark::State& state) {
  const auto records = static_cast<uint64_t>(state.range(0));
  uint64_t bytes = 0;
  for (auto _ : state) {
    BenchDirectory directory;
    SyntheticSession session(records / 2);
    ExportOptions options;
    options.directory = directory.path();
    ExportReport report;
    const Status status = ExportSession(&session, options, &report);
    if (!status.ok()) state.SkipWithError(status.message().c_str());
    bytes = directory.Bytes();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.counters["bytes"] = static_cast<double>(bytes);
  state.counters["rss_mb"] = PeakMegabytes();
}
BENCHMARK(BM_Export_Session)
    ->ArgName("records")
    ->Arg(100'000)
    ->Arg(2'500'000)
    ->Arg(5'000'000)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// The bytes of an export from memory into a file, through the same interface.
void BM_Export_WriteOnly(benchmark::State& state) {
  const auto bytes = static_cast<size_t>(state.range(0));
  const std::string block(256 * 1024, 'x');
  for (auto _ : state) {
    BenchDirectory directory;
    FileSystem* files = FileSystem::Default();
    std::unique_ptr<WritableFile> file;
    Status status = files->MakeDirectories(directory.path());
    if (status.ok()) status = files->CreateExclusive(directory.path() + "/floor", &file);
    for (size_t written = 0; status.ok() && written < bytes; written += block.size()) {
      std::string copy = block;
      benchmark::DoNotOptimize(copy.data());
      status = file->Append(copy.data(), copy.size());
    }
    if (status.ok()) status = file->Sync();
    if (!status.ok()) state.SkipWithError(status.message().c_str());
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_Export_WriteOnly)
    ->ArgName("bytes")
    ->Arg(500'000'000)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
