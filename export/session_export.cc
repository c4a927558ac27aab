#include "export/session_export.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include "export/api_statistic_table.h"
#include "export/memory_record_table.h"
#include "export/msprof_tx_table.h"
#include "export/op_statistic_table.h"
#include "export/op_summary_table.h"
#include "export/operator_memory_table.h"
#include "export/output_set.h"
#include "export/readme_text.h"
#include "export/task_time_table.h"
#include "export/timeline.h"

namespace aclprof {
namespace {

constexpr uint64_t kRecordsPerReport = 8192;

// The message bytes that follow a mark or range.
template <typename Payload>
std::string_view MessageOf(const Payload& payload, const RecordView& record) {
  const size_t room = record.payload_bytes - sizeof(Payload);
  return {reinterpret_cast<const char*>(&payload + 1),
          std::min<size_t>(payload.message_bytes, room)};
}

class SessionExport {
 public:
  SessionExport(SessionReader* reader, const ExportOptions& options, OutputSet* outputs,
                ExportReport* report)
      : reader_(reader),
        options_(options),
        outputs_(outputs),
        report_(report),
        ops_(reader),
        types_(reader),
        calls_(reader),
        names_(reader),
        api_statistic_(outputs),
        memory_record_(outputs, &names_),
        operator_memory_(outputs, &names_),
        msprof_tx_(outputs, reader),
        task_time_(outputs, &ops_, &types_),
        op_summary_(outputs, &ops_, &types_),
        op_statistic_(outputs, &ops_) {}

  Status Run() {
    const KindCounts announced = reader_->announced();
    total_ = std::accumulate(announced.begin(), announced.end(), uint64_t{0}) +
             announced[ACLPROFX_KIND_TASK] + announced[ACLPROFX_KIND_TASK_LINKED];
    Status status = WriteTimeline();
    if (status.ok()) status = WriteTaskTables();
    if (status.ok()) status = WriteReadme();
    if (status.ok()) FillReport();
    return status;
  }

 private:
  Status WriteTimeline() {
    TextSink* text = nullptr;
    Status status = outputs_->Create(outputs_->Stamped("msprof", "json"), &text);
    if (!status.ok()) return status;
    timeline_ = std::make_unique<Timeline>(reader_, text, &ops_, &types_);
    status = ForEach({}, [this](const RecordView& record) { OnRecord(record); });
    if (!status.ok()) return status;
    timeline_->Finish();
    api_statistic_.Finish();
    operator_memory_.Finish();
    msprof_tx_.Finish();
    return TableStatus();
  }

  Status WriteTaskTables() {
    for (const int32_t device : task_devices_) {
      const RecordFilter filter{.kinds = kTaskKinds, .device_id = device};
      Status status = ForEach(filter, [this](const RecordView& record) { OnTaskAgain(record); });
      if (!status.ok()) return status;
    }
    op_statistic_.Finish();
    return TableStatus();
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
    const Status status = TableStatus();
    return status.ok() ? outputs_->status() : status;
  }

  Status TableStatus() const {
    for (const CsvTable* table :
         {&api_statistic_.table(), &memory_record_.table(), &operator_memory_.table(),
          &msprof_tx_.table(), &task_time_.table(), &op_summary_.table(), &op_statistic_.table()}) {
      if (!table->status().ok()) return table->status();
    }
    return Status();
  }

  void OnRecord(const RecordView& record) {
    if (record.kind < ACLPROFX_KINDS) ++report_->records[record.kind];
    const ExportTimes times = TimesOf(record.start, record.duration);
    NoteTimes(times);
    timeline_->PassTime(times.start_ns);
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
    timeline_->CountFrom(report_->origin_ns);
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
    timeline_->AddApi(api, call, times);
    api_statistic_.Add(call, times.duration);
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
    if (task.open_ended) ++report_->open_ended;
    timeline_->AddTask(task);
    return true;
  }

  bool OnCopy(const RecordView& record) {
    const auto* copy = PayloadAs<aclprofx_memcpy>(record);
    if (copy == nullptr) return false;
    timeline_->AddCopy(record.device_id, *copy);
    return true;
  }

  bool OnMemory(const RecordView& record) {
    const auto* change = PayloadAs<aclprofx_memory>(record);
    if (change == nullptr) return false;
    const int64_t time_ns = TimesOf(record.start, Span()).start_ns;
    memory_record_.Add(record.device_id, time_ns, *change);
    operator_memory_.Add(record.device_id, time_ns, *change);
    return true;
  }

  void OnTaskAgain(const RecordView& record) {
    TaskRow task;
    if (!DecodeTask(record, &task)) return;
    task_time_.Add(task);
    op_summary_.Add(task);
    if (op_summary_.Lists(task)) op_statistic_.Add(task);
  }

  bool OnMark(const RecordView& record) {
    const auto* mark = PayloadAs<aclprofx_mark>(record);
    if (mark == nullptr) return false;
    const std::string_view message = MessageOf(*mark, record);
    const ExportTimes times = TimesOf(record.start, Span());
    msprof_tx_.AddMark(record.device_id, *mark, message, times.start_ns);
    // On a stream the task that carried it is shown.
    if (record.device_id < 0) timeline_->AddMark(*mark, message, times);
    return true;
  }

  bool OnRange(const RecordView& record) {
    const auto* range = PayloadAs<aclprofx_range>(record);
    if (range == nullptr) return false;
    const ExportTimes times = TimesOf(record.start, record.duration);
    msprof_tx_.AddRange(*range, MessageOf(*range, record), times);
    timeline_->AddRange(*range, MessageOf(*range, record), times);
    return true;
  }

  bool OnSample(const RecordView& record) {
    const auto* sample = PayloadAs<aclprofx_sample>(record);
    if (sample == nullptr) return false;
    timeline_->AddSample(*sample, record.device_id, TimesOf(record.start, Span()).start_ns);
    return true;
  }

  bool OnLoss(const RecordView& record) {
    const auto* loss = PayloadAs<aclprofx_loss>(record);
    if (loss == nullptr) return false;
    report_->lost += loss->count;
    timeline_->AddLoss(*loss, record.device_id, TimesOf(record.start, record.duration));
    return true;
  }

  void FillReport() {
    report_->directory = outputs_->directory();
    report_->files = outputs_->file_names();
    report_->tasks = task_time_.table().rows();
    report_->operators = op_summary_.table().rows();
    report_->flow_pairs = timeline_->flow_pairs();
    report_->tasks_without_call = timeline_->tasks_without_call();
  }

  SessionReader* reader_;
  const ExportOptions& options_;
  OutputSet* outputs_;
  ExportReport* report_;
  OpTexts ops_;
  TaskTypeTexts types_;
  ApiCalls calls_;
  CsvNames names_;
  ApiStatisticTable api_statistic_;
  MemoryRecordTable memory_record_;
  OperatorMemoryTable operator_memory_;
  MsprofTxTable msprof_tx_;
  TaskTimeTable task_time_;
  OpSummaryTable op_summary_;
  OpStatisticTable op_statistic_;
  std::unique_ptr<Timeline> timeline_;
  std::set<int32_t> task_devices_;
  uint64_t done_ = 0;
  uint64_t total_ = 0;
};

}  // namespace

uint64_t ExportReport::TotalRecords() const {
  return std::accumulate(records.begin(), records.end(), uint64_t{0});
}

Status ExportSession(SessionReader* reader, const ExportOptions& options, ExportReport* report) {
  *report = ExportReport();
  std::string directory = options.directory.empty()
                              ? reader->info().directory + "/" + kExportDirectory
                              : options.directory;
  // With a slash at its end a link would pass for the directory behind it.
  while (directory.size() > 1 && directory.back() == '/') directory.pop_back();
  std::unique_ptr<OutputSet> outputs;
  Status status = OutputSet::Open(options.files, directory, options.stamp, &outputs);
  if (status.ok()) status = SessionExport(reader, options, outputs.get(), report).Run();
  return status.ok() ? outputs->Commit() : status;
}

}  // namespace aclprof
