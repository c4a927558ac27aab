// What it costs to make text of a session on disk: read, merge, format, write. Beside it the plain way, one digit at a
// time, to make text of records that are in memory already, into memory: of the same columns of the same records (the
// floor), and of nothing but the numbers as they were emitted.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/burst_pace.h"
#include "devices/load/load_session.h"
#include "devices/load/task_emitter.h"
#include "export/json_timeline_sink.h"
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
  // A row of task_time.
  void Append(const TaskRow& task, const std::string& name, const std::string& type) {
    Append(static_cast<uint64_t>(task.device_id), ',');
    Append(name, ',');
    Append(type, ',');
    Append(task.stream_id, ',');
    Append(task.task_id, ',');
    AppendMicros(task.times.duration.ns, ",");
    AppendMicros(task.times.start_ns, "\t,");
    AppendMicros(task.times.stop_ns, "\t\n");
  }
  void Clear() { text_.clear(); }
  size_t bytes() const { return text_.size(); }

 private:
  void Append(const std::string& text, char end) {
    text_.insert(text_.end(), text.begin(), text.end());
    text_.push_back(end);
  }
  void AppendMicros(int64_t ns, std::string_view end) {
    Append(static_cast<uint64_t>(ns / 1000), '.');
    for (const int64_t unit : {100, 10, 1})
      text_.push_back(static_cast<char>('0' + ns / unit % 10));
    text_.insert(text_.end(), end.begin(), end.end());
  }
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

void BM_Text_Numbers(benchmark::State& state) {
  const WorkloadPool pool(1);
  PlainText text;
  for (auto _ : state) {
    text.Clear();
    for (size_t i = 0; i < WorkloadPool::kRecords; ++i) text.Append(pool[i]);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(WorkloadPool::kRecords));
}
BENCHMARK(BM_Text_Numbers);

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

// Keeps the first rows of a session with their names.
class RowsInMemory {
 public:
  struct Row {
    TaskRow task;
    const std::string* name;
    const std::string* type;
  };

  RowsInMemory(std::vector<Row>* rows, std::deque<std::string>* names, OpTexts* ops,
               TaskTypeTexts* types)
      : rows_(rows), names_(names), ops_(ops), types_(types) {}
  void AddTask(const TaskRow& task) {
    if (rows_->size() < WorkloadPool::kRecords)
      rows_->push_back({task, Name(ops_->Of(task.op).csv_name), Name(types_->Of(task.type).csv)});
  }
  void Finish() {}

 private:
  const std::string* Name(const std::string& text) {
    const auto known = std::find(names_->begin(), names_->end(), text);
    return known != names_->end() ? &*known : &names_->emplace_back(text);
  }

  std::vector<Row>* rows_;
  std::deque<std::string>* names_;
  OpTexts* ops_;
  TaskTypeTexts* types_;
};

void BM_Text_Floor(benchmark::State& state) {
  std::vector<RowsInMemory::Row> rows;
  std::deque<std::string> names;
  const Status status =
      WriteText([&](SessionReader*, OutputSet*, OpTexts* ops, TaskTypeTexts* types) {
        return std::make_unique<RowsInMemory>(&rows, &names, ops, types);
      });
  if (!status.ok() || rows.empty()) return state.SkipWithError("no rows");
  PlainText text;
  for (auto _ : state) {
    text.Clear();
    for (const RowsInMemory::Row& row : rows) text.Append(row.task, *row.name, *row.type);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(rows.size()));
  state.counters["bytes"] = static_cast<double>(text.bytes()) / static_cast<double>(rows.size());
}
BENCHMARK(BM_Text_Floor);

class TaskTimeText {
 public:
  TaskTimeText(const SessionReader*, OutputSet* outputs, OpTexts* ops, TaskTypeTexts* types)
      : table_(outputs, ops, types) {}
  void AddTask(const TaskRow& task) { table_.Add(task); }
  void Finish() {}

 private:
  TaskTimeTable table_;
};

// Once before it is measured: the floor's memory has its pages by then, too. By the clock, since not all of it is done by
// this thread.
template <typename Make>
void MeasureText(benchmark::State& state, Make make) {
  Status status = WriteText(make);
  for (auto _ : state)
    if (status.ok()) status = WriteText(make);
  if (!status.ok()) state.SkipWithError(status.message().c_str());
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kRecords));
}

void BM_Text_TaskTime(benchmark::State& state) {
  MeasureText(state,
              [](auto... arguments) { return std::make_unique<TaskTimeText>(arguments...); });
}
BENCHMARK(BM_Text_TaskTime)->Unit(benchmark::kMillisecond)->UseRealTime();

void BM_Text_Timeline(benchmark::State& state) {
  MeasureText(state, [](SessionReader* reader, OutputSet* outputs, OpTexts* ops,
                        TaskTypeTexts* types) {
    TextSink* sink = nullptr;
    static_cast<void>(outputs->Create("timeline.json", &sink));
    return std::make_unique<Timeline>(
        reader, std::make_unique<JsonTimelineSink>(sink, TimelineChoice{}, nullptr), ops, types);
  });
}
BENCHMARK(BM_Text_Timeline)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
