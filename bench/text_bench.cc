// What it costs to make text of a session on disk: read, merge, format, write. Beside it the plain way to make text of
// as many records that are in memory already: one digit at a time, into memory (the floor).

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "bench/burst_pace.h"
#include "devices/load/load_session.h"
#include "devices/load/task_emitter.h"
#include "export/task_time_table.h"
#include "export/timeline.h"

namespace aclprof {
namespace {

constexpr size_t kRecords = 1 << 20;

// A session with the reference workload's tasks of one device; gone at the end of the process.
class SessionOfTasks {
 public:
  SessionOfTasks() : directory_("text_bench") {
    WorkloadPool pool(1);
    LoadSession session;
    LoadOutcome outcome;
    if (!session.Begin(directory_.path(), LoadShape()).ok()) return;
    pool.InternNames();
    TaskEmitter(session.rings()[0], &pool).EmitWithOwnTimes(kRecords);
    if (session.End(&outcome).ok()) path_ = outcome.directory;
  }
  const std::string& path() const { return path_; }
  std::string OutputPath() const { return directory_.path() + "/out"; }

 private:
  const BenchDirectory directory_;
  std::string path_;
};

const SessionOfTasks& TheSession() {
  static const SessionOfTasks session;
  return session;
}

class PlainText {
 public:
  void Append(const aclprofx_task& task) {
    for (const uint64_t number : {task.start, task.duration, uint64_t{task.stream_id},
                                  uint64_t{task.task_id}, uint64_t{task.op}, uint64_t{task.type}})
      Append(number, ',');
    Append(task.flags, '\n');
  }
  void Clear() { text_.clear(); }

 private:
  void Append(uint64_t number, char end) {
    char digits[20];
    int count = 0;
    do digits[count++] = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    while (count > 0) text_.push_back(digits[--count]);
    text_.push_back(end);
  }

  std::vector<char> text_;
};

void BM_Text_Floor(benchmark::State& state) {
  const WorkloadPool pool(1);
  PlainText text;
  for (auto _ : state) {
    text.Clear();
    for (size_t i = 0; i < WorkloadPool::kRecords; ++i) text.Append(pool[i]);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(WorkloadPool::kRecords));
}
BENCHMARK(BM_Text_Floor);

// Opens the session, gives every task to what `make` makes of the outputs, and commits them.
template <typename Make>
Status WriteText(Make make) {
  std::unique_ptr<SessionReader> reader;
  std::unique_ptr<OutputSet> outputs;
  Status status = SessionReader::Open(TheSession().path(), &reader);
  if (status.ok())
    status = OutputSet::Open(FileSystem::Default(), TheSession().OutputPath(), "", &outputs);
  if (!status.ok()) return status;
  OpTexts ops(reader.get());
  TaskTypeTexts types(reader.get());
  auto text = make(reader.get(), outputs.get(), &ops, &types);
  const auto cursor = reader->Records({.kinds = kTaskKinds, .device_id = 0});
  RecordView record;
  TaskRow task;
  while (cursor->Next(&record))
    if (DecodeTask(record, &task)) text->AddTask(task);
  text->Finish();
  return outputs->status();
}

class TaskTimeText {
 public:
  TaskTimeText(const SessionReader*, OutputSet* outputs, OpTexts* ops, TaskTypeTexts* types)
      : table_(outputs, ops, types) {}
  void AddTask(const TaskRow& task) { table_.Add(task); }
  void Finish() {}

 private:
  TaskTimeTable table_;
};

void BM_Text_TaskTime(benchmark::State& state) {
  for (auto _ : state) {
    const Status status =
        WriteText([](auto... arguments) { return std::make_unique<TaskTimeText>(arguments...); });
    if (!status.ok()) state.SkipWithError(status.message().c_str());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kRecords));
}
BENCHMARK(BM_Text_TaskTime)->Unit(benchmark::kMillisecond);

void BM_Text_Timeline(benchmark::State& state) {
  for (auto _ : state) {
    const Status status = WriteText(
        [](SessionReader* reader, OutputSet* outputs, OpTexts* ops, TaskTypeTexts* types) {
          TextSink* sink = nullptr;
          static_cast<void>(outputs->Create("timeline.json", &sink));
          return std::make_unique<Timeline>(reader, sink, ops, types);
        });
    if (!status.ok()) state.SkipWithError(status.message().c_str());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kRecords));
}
BENCHMARK(BM_Text_Timeline)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
