#include "export/session_export.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include "export/database_file.h"
#include "export/export_directories.h"
#include "export/op_summary_table.h"
#include "export/readme_text.h"
#include "export/session_database.h"
#include "export/session_texts.h"
#include "export/session_timeline.h"
#include "export/task_counts.h"

namespace aclprof {
namespace {

constexpr uint64_t kRecordsPerReport = 8192;

// What follows a mark or range.
template <typename Payload>
MarkTexts TextsOf(const Payload& payload, const RecordView& record) {
  const size_t room = record.payload_bytes - sizeof(Payload);
  return MarkTextsOf({reinterpret_cast<const char*>(&payload + 1), room}, payload.message_bytes);
}

TaskKey TaskOf(const aclprofx_pmu& pmu, const RecordView& record) {
  return {record.device_id, pmu.stream_id, pmu.task_id};
}

class SessionExport {
 public:
  // outputs: for the timeline and the tables; database_outputs: for the database.
  SessionExport(SessionReader* reader, const ExportOptions& options, OutputSet* outputs,
                OutputSet* database_outputs, ExportReport* report)
      : reader_(reader),
        options_(options),
        outputs_(outputs),
        database_outputs_(database_outputs),
        report_(report),
        ops_(reader),
        types_(reader),
        calls_(reader) {}

  Status Run() {
    const KindCounts announced = reader_->announced();
    total_ = std::accumulate(announced.begin(), announced.end(), uint64_t{0});
    if (options_.text) {
      total_ += announced[ACLPROFX_KIND_TASK] + announced[ACLPROFX_KIND_TASK_LINKED];
    }
    Status status = OpenOutputs();
    if (status.ok()) status = TellRecords();
    if (status.ok() && options_.text) status = TellTasksAgain();
    if (status.ok()) status = FinishOutputs();
    if (status.ok() && options_.text) status = WriteReadme();
    if (status.ok()) FillReport();
    return status;
  }

 private:
  Status OpenOutputs() {
    Status status;
    if (options_.text) status = OpenTexts();
    if (status.ok() && options_.perfetto) status = OpenTimeline(TimelineFormat::kPerfetto);
    if (status.ok() && options_.database) status = OpenDatabase();
    return status;
  }

  Status OpenTexts() {
    Status status = OpenTimeline(TimelineFormat::kJson);
    texts_ = std::make_unique<SessionTexts>(reader_, outputs_, &ops_, &types_);
    texts_->Choose(options_.timeline);
    all_.push_back(texts_.get());
    return status;
  }

  Status OpenTimeline(TimelineFormat format) {
    timelines_.push_back(
        std::make_unique<SessionTimeline>(format, reader_, outputs_, &ops_, &types_));
    all_.push_back(timelines_.back().get());
    return timelines_.back()->Open(options_.timeline);
  }

  Status OpenDatabase() {
    const std::string name = database_outputs_->Stamped("msprof", "db");
    std::string path;
    Status status = database_outputs_->CreateForeign(name, &path);
    if (status.ok()) {
      status = DatabaseFile::Open(path, database_outputs_->directory() + "/" + name, &file_);
    }
    if (!status.ok()) return status;
    database_ = std::make_unique<SessionDatabase>(reader_, file_.get(), &ops_, &types_);
    all_.push_back(database_.get());
    return Status();
  }

  Status TellRecords() {
    Status status = ForEach({}, [this](const RecordView& record) { OnRecord(record); });
    if (!status.ok()) return status;
    for (SessionOutput* output : all_) output->EndOfRecords();
    return OutputStatus();
  }

  Status TellTasksAgain() {
    for (const int32_t device : task_devices_) {
      const uint64_t kinds = kTaskKinds | (has_counts_ ? 1ull << ACLPROFX_KIND_PMU : 0);
      const RecordFilter filter{.kinds = kinds, .device_id = device};
      Status status = ForEach(filter, [this](const RecordView& record) { OnTaskAgain(record); });
      counted_.Finish();
      if (!status.ok()) return status;
    }
    return Status();
  }

  Status FinishOutputs() {
    for (SessionOutput* output : all_) output->Finish();
    return OutputStatus();
  }

  Status WriteReadme() {
    TextSink* text = nullptr;
    Status status = outputs_->Create("README.txt", &text);
    if (status.ok()) text->Append(ReadmeText(*reader_, options_, *report_));
    return status;
  }

  template <typename OnRecord>
  Status ForEach(RecordFilter filter, OnRecord on_record) {
    filter.window = options_.window;
    const std::unique_ptr<RecordCursor> cursor = reader_->Records(filter);
    RecordView record;
    while (cursor->Next(&record)) {
      on_record(record);
      if (++done_ % kRecordsPerReport != 0) continue;
      if (Status status = Checkpoint(); !status.ok()) return status;
    }
    return Checkpoint();
  }

  // A full disk is noticed here, not at the end of a long session.
  Status Checkpoint() {
    if (options_.progress && !options_.progress(done_, total_)) {
      return Status(StatusCode::kUnavailable, "the export was interrupted");
    }
    return OutputStatus();
  }

  Status OutputStatus() const {
    for (const SessionOutput* output : all_) {
      if (Status status = output->status(); !status.ok()) return status;
    }
    return Status();
  }

  void OnRecord(const RecordView& record) {
    if (record.kind < ACLPROFX_KINDS) ++report_->records[record.kind];
    const ExportTimes times = TimesOf(record.start, record.duration);
    NoteTimes(times);
    for (SessionOutput* output : all_) output->PassTime(times.start_ns);
    if (!Dispatch(record)) ++report_->malformed;
  }

  void NoteTimes(const ExportTimes& times) {
    if (done_ == 0) NoteFirst(times.start_ns);
    report_->last_ns = std::max(report_->last_ns, times.stop_ns);
  }

  void NoteFirst(int64_t start_ns) {
    report_->first_ns = start_ns;
    if (!options_.relative_time) return;
    report_->origin_ns = options_.window ? SessionBegin(start_ns) : start_ns;
    for (SessionOutput* output : all_) output->CountFrom(report_->origin_ns);
  }

  // Never behind the first record that is read.
  int64_t SessionBegin(int64_t first_ns) const {
    const std::optional<TimeWindow> all = reader_->announced_times();
    return all ? std::min(first_ns, TimesOf(all->from, Span()).start_ns) : first_ns;
  }

  // False when the record is too short for its kind.
  bool Dispatch(const RecordView& record) {
    if (aclprofx_is_api(record.kind)) return OnApi(record);
    switch (record.kind) {
      case ACLPROFX_KIND_TASK:
      case ACLPROFX_KIND_TASK_LINKED:
        return OnTask(record);
      case ACLPROFX_KIND_PMU:
        return OnCounts(record);
      case ACLPROFX_KIND_MEMCPY:
        return OnCopy(record);
      case ACLPROFX_KIND_MEMORY:
        return OnMemory(record);
      case ACLPROFX_KIND_MODEL_LOAD:
        return OnModelLoad(record);
      case ACLPROFX_KIND_MARK:
        return OnMark(record);
      case ACLPROFX_KIND_RANGE:
        return OnRange(record);
      case ACLPROFX_KIND_STEP:
        return OnStep(record);
      case ACLPROFX_KIND_SAMPLE:
        return OnSample(record);
      case ACLPROFX_KIND_LOSS:
        return OnLoss(record);
      default:
        return true;  // counted, and shown by none of these files
    }
  }

  bool OnApi(const RecordView& record) {
    const auto* api = PayloadAs<aclprofx_api>(record);
    if (api == nullptr) return false;
    ++report_->calls;
    AddCall(*api, calls_.Of(*api), TimesOf(record.start, record.duration));
    return true;
  }

  void AddCall(const aclprofx_api& api, const ApiCall& call, const ExportTimes& times) {
    for (SessionOutput* output : all_) output->AddCall(api, call, times);
  }

  // As the vendor shows it: a call of the level model, about the model by its name.
  bool OnModelLoad(const RecordView& record) {
    const auto* load = PayloadAs<aclprofx_model_load>(record);
    if (load == nullptr) return false;
    aclprofx_api api{};
    api.item = load->name;
    api.thread_id = load->thread_id;
    AddCall(api, calls_.ModelLoad(), TimesOf(record.start, record.duration));
    return true;
  }

  bool OnTask(const RecordView& record) {
    TaskRow task;
    if (!DecodeTask(record, &task)) return false;
    task_devices_.insert(record.device_id);
    if (!task.communication) ++report_->tasks;
    if (ListsInOpSummary(task, &ops_, &types_)) ++report_->operators;
    if (task.open_ended) ++report_->open_ended;
    for (SessionOutput* output : all_) output->AddTask(task);
    return true;
  }

  bool OnCounts(const RecordView& record) {
    const auto* pmu = PayloadAs<aclprofx_pmu>(record);
    if (pmu == nullptr) return false;
    const std::optional<CoreCounts> counts = CoreCountsOf(*pmu, record.payload_bytes);
    if (!counts) return true;
    if (counts->as_captured) report_->metrics_as_captured = true;
    if (!has_counts_)
      for (SessionOutput* output : all_) output->FirstCounts(*counts);
    has_counts_ = true;
    const int64_t start_ns = TimesOf(record.start, Span()).start_ns;
    for (SessionOutput* output : all_) output->AddCounts(start_ns, TaskOf(*pmu, record), *counts);
    return true;
  }

  bool OnCopy(const RecordView& record) {
    const auto* copy = PayloadAs<aclprofx_memcpy>(record);
    if (copy == nullptr) return false;
    for (SessionOutput* output : all_) output->AddCopy(record.device_id, *copy);
    return true;
  }

  bool OnMemory(const RecordView& record) {
    const auto* change = PayloadAs<aclprofx_memory>(record);
    if (change == nullptr) return false;
    const int64_t time_ns = TimesOf(record.start, Span()).start_ns;
    for (SessionOutput* output : all_) output->AddMemory(record.device_id, time_ns, *change);
    return true;
  }

  void OnTaskAgain(const RecordView& record) {
    if (record.kind == ACLPROFX_KIND_PMU) return OnCountsAgain(record);
    TaskRow task;
    if (!DecodeTask(record, &task)) return;
    if (has_counts_) return counted_.AddTask(task);
    AddTaskOfDevice(task);
  }

  void OnCountsAgain(const RecordView& record) {
    const auto* pmu = PayloadAs<aclprofx_pmu>(record);
    if (pmu == nullptr) return;
    const std::optional<CoreCounts> counts = CoreCountsOf(*pmu, record.payload_bytes);
    if (!counts) return;
    const int64_t start_ns = TimesOf(record.start, Span()).start_ns;
    counted_.AddCounts(start_ns, TaskOf(*pmu, record), *counts);
  }

  void AddTaskOfDevice(const TaskRow& task) {
    for (SessionOutput* output : all_) output->AddTaskOfDevice(task);
  }

  bool OnMark(const RecordView& record) {
    const auto* mark = PayloadAs<aclprofx_mark>(record);
    if (mark == nullptr) return false;
    const MarkTexts texts = TextsOf(*mark, record);
    const ExportTimes times = TimesOf(record.start, Span());
    for (SessionOutput* output : all_) output->AddMark(record.device_id, *mark, texts, times);
    return true;
  }

  bool OnRange(const RecordView& record) {
    const auto* range = PayloadAs<aclprofx_range>(record);
    if (range == nullptr) return false;
    const ExportTimes times = TimesOf(record.start, record.duration);
    const MarkTexts texts = TextsOf(*range, record);
    for (SessionOutput* output : all_) output->AddRange(*range, texts, times);
    return true;
  }

  bool OnStep(const RecordView& record) {
    const auto* step = PayloadAs<aclprofx_step>(record);
    if (step == nullptr) return false;
    const ExportTimes times = TimesOf(record.start, Span());
    for (SessionOutput* output : all_) output->AddStep(record.device_id, *step, times);
    return true;
  }

  bool OnSample(const RecordView& record) {
    const auto* sample = PayloadAs<aclprofx_sample>(record);
    if (sample == nullptr) return false;
    const int64_t time_ns = TimesOf(record.start, Span()).start_ns;
    for (SessionOutput* output : all_) output->AddSample(record.device_id, time_ns, *sample);
    return true;
  }

  bool OnLoss(const RecordView& record) {
    const auto* loss = PayloadAs<aclprofx_loss>(record);
    if (loss == nullptr) return false;
    report_->lost += loss->count;
    const ExportTimes times = TimesOf(record.start, record.duration);
    for (SessionOutput* output : all_) output->AddLoss(record.device_id, *loss, times);
    return true;
  }

  void FillReport() {
    if (timelines_.empty()) return;
    report_->flow_pairs = timelines_[0]->flow_pairs();
    report_->tasks_without_call = timelines_[0]->tasks_without_call();
  }

  SessionReader* reader_;
  const ExportOptions& options_;
  OutputSet* outputs_;
  OutputSet* database_outputs_;
  ExportReport* report_;
  OpTexts ops_;
  TaskTypeTexts types_;
  ApiCalls calls_;
  std::unique_ptr<DatabaseFile> file_;  // outlives what writes into it
  std::vector<std::unique_ptr<SessionTimeline>> timelines_;
  std::unique_ptr<SessionTexts> texts_;
  std::unique_ptr<SessionDatabase> database_;
  std::vector<SessionOutput*> all_;
  std::set<int32_t> task_devices_;
  bool has_counts_ = false;
  TaskCountsJoiner counted_{[this](const TaskRow& task) { AddTaskOfDevice(task); }};
  uint64_t done_ = 0;
  uint64_t total_ = 0;
};

}  // namespace

uint64_t ExportReport::TotalRecords() const {
  return std::accumulate(records.begin(), records.end(), uint64_t{0});
}

Status ExportSession(SessionReader* reader, const ExportOptions& options, ExportReport* report) {
  *report = ExportReport();
  ExportDirectories directories(*reader, options);
  Status status = directories.Open();
  if (!status.ok()) return status;
  status = SessionExport(reader, options, directories.text(), directories.database(), report).Run();
  directories.Report(report);
  return status.ok() ? directories.Commit() : status;
}

}  // namespace aclprof
