#include "export/session_database.h"

#include <charconv>
#include <string>

#include "export/op_summary_table.h"
#include "export/utf8_text.h"

namespace aclprof {
namespace {

constexpr int kGlobalTidShift = 32;  // globalTid = process << 32 | thread
constexpr int64_t kNone = ACLPROFX_NONE;
constexpr int64_t kNoConnectionId = -1;
constexpr int64_t kNotKnown = 65534;  // N/A in the enumerations
constexpr int64_t kOtherCopy = 65535;
constexpr uint32_t kLastCopyKind =
    3;                            // aclrtMemcpyKind: up to there the vendor's numbers are the same
constexpr int64_t kAllocate = 1;  // ids of the first two strings
constexpr int64_t kRelease = 0;
constexpr int64_t kAbnormalEndNs = 30ll * 60 * 1000000000;

int64_t Connection(uint64_t id) { return id == 0 ? kNoConnectionId : static_cast<int64_t>(id); }

// As ENUM_OVERLAP_ANALYSIS_TYPE has them.
int64_t OverlapType(OverlapRow row) {
  switch (row) {
    case OverlapRow::kComputing:
      return 0;
    case OverlapRow::kCommunication:
      return 1;
    case OverlapRow::kNotOverlapped:
      return 2;
    case OverlapRow::kFree:
      return 3;
  }
  return 65535;
}

// "CPU 12" -> 12; -1 of anything else, such as the average.
int64_t CpuOf(std::string_view counter) {
  constexpr std::string_view kPrefix = "CPU ";
  int64_t number = -1;
  if (!counter.starts_with(kPrefix)) return -1;
  std::from_chars(counter.data() + kPrefix.size(), counter.data() + counter.size(), number);
  return number;
}

}  // namespace

SessionDatabase::SessionDatabase(const SessionReader* reader, DatabaseFile* file, OpTexts* ops,
                                 TaskTypeTexts* types)
    : reader_(reader),
      file_(file),
      ops_(ops),
      types_(types),
      has_counts_(reader->announced()[ACLPROFX_KIND_PMU] > 0),
      copies_([this](const TaskRow& task) { WriteTask(task); }),
      counted_([this](const TaskRow& task) { WriteTask(task); }),
      strings_(file),
      task_pmu_info_(file, &strings_),
      calls_(file),
      task_(file, kTaskTable),
      compute_task_info_(file, kComputeTaskInfoTable),
      communication_task_info_(file, kCommunicationTaskInfoTable),
      communication_op_(file, kCommunicationOpTable),
      mstx_events_(file, kMstxEventsTable),
      memcpy_info_(file, kMemcpyInfoTable),
      npu_op_mem_(file, kNpuOpMemTable),
      aicore_freq_(file, kAicoreFreqTable),
      cpu_usage_(file, kCpuUsageTable),
      host_mem_usage_(file, kHostMemUsageTable),
      host_disk_usage_(file, kHostDiskUsageTable),
      host_network_usage_(file, kHostNetworkUsageTable),
      overlap_analysis_(file, kOverlapAnalysisTable),
      overlaps_(ops, types,
                [this](int32_t device_id, OverlapRow row, int64_t start_ns, int64_t stop_ns) {
                  WriteOverlap(device_id, row, start_ns, stop_ns);
                }) {
  strings_.Of("release");
  strings_.Of("allocate");
}

int64_t SessionDatabase::GlobalTid(uint32_t process_id, uint32_t thread_id) const {
  const uint64_t process = process_id != 0 ? process_id : reader_->info().process_id;
  return static_cast<int64_t>(process << kGlobalTidShift | thread_id);
}

void SessionDatabase::AddCall(const aclprofx_api& api, const ApiCall& call,
                              const ExportTimes& times) {
  if (!call.in_cann) return;
  calls_.Add({times.start_ns, times.stop_ns, call.level_number,
              GlobalTid(api.process_id, api.thread_id), strings_.Of(call.name)},
             api.connection_id);
}

void SessionDatabase::AddTask(const TaskRow& task) {
  if (types_->Of(task.type).copy) return copies_.AddTask(task);
  if (has_counts_) return counted_.AddTask(task);
  WriteTask(task);
}

void SessionDatabase::AddCopy(int32_t device_id, const aclprofx_memcpy& copy) {
  copies_.AddCopy(device_id, copy);
}

void SessionDatabase::EndOfRecords() {
  copies_.Finish();
  counted_.Finish();
  overlaps_.Finish();
}

void SessionDatabase::WriteOverlap(int32_t device_id, OverlapRow row, int64_t start_ns,
                                   int64_t stop_ns) {
  overlap_analysis_.Add(next_overlap_++, int64_t{device_id}, start_ns, stop_ns, OverlapType(row));
}

void SessionDatabase::WriteTask(const TaskRow& task) {
  overlaps_.AddTask(task);
  if (task.communication && ops_->Of(task.op).is_collective) return WriteCollective(task);
  const int64_t id = next_task_++;
  task_.Add(task.times.start_ns, task.times.stop_ns, int64_t{task.device_id},
            Connection(task.connection_id), id, int64_t{reader_->info().process_id},
            NameOf(types_->Of(task.type).name), int64_t{task.context_id}, int64_t{task.stream_id},
            int64_t{task.task_id}, int64_t{task.model_id});
  has_tasks_ = true;
  if (task.communication) return WriteCommunicationStep(task, id);
  if (ListsInOpSummary(task, ops_, types_)) WriteOperator(task, id);
  if (task.counts != nullptr) task_pmu_info_.Add(id, *task.counts, BlocksOf(ops_->Of(task.op)));
  if (!task.copy) return;
  const uint32_t kind = task.copy->operation;
  memcpy_info_.Add(id, static_cast<int64_t>(task.copy->bytes),
                   kind <= kLastCopyKind ? int64_t{kind} : kOtherCopy);
}

void SessionDatabase::WriteCollective(const TaskRow& task) {
  const OpIds& op = IdsOf(task.op);
  communication_op_.Add(op.strings[0], task.times.start_ns, task.times.stop_ns,
                        Connection(task.connection_id), NameOf(""), next_collective_++, kNull,
                        kNull, kNotKnown, NameOf(""), kNull, op.strings[1], int64_t{task.device_id},
                        kNull);
}

void SessionDatabase::WriteCommunicationStep(const TaskRow& task, int64_t id) {
  communication_task_info_.Add(IdsOf(task.op).strings[0], id, NameOf(types_->Of(task.type).name),
                               kNull, NameOf(""), kNull, kNotKnown, kNull, kNull, kNotKnown, kNull,
                               kNotKnown, kNotKnown, kNull, kNull, kNull);
}

void SessionDatabase::WriteOperator(const TaskRow& task, int64_t id) {
  const OpIds& op = IdsOf(task.op);
  const auto add = [&](auto blocks, auto mix_blocks) {
    const auto& [name, type, state, task_type, hf32, in_shapes, in_types, in_formats, out_shapes,
                 out_types, out_formats] = op.strings;
    compute_task_info_.Add(name, id, blocks, mix_blocks, task_type, type, in_formats, in_types,
                           in_shapes, out_formats, out_types, out_shapes, strings_.Of(""), state,
                           hf32);
  };
  const bool has_blocks = op.block_num != ACLPROFX_NONE;
  const bool has_mix = op.mix_block_num != ACLPROFX_NONE;
  if (has_blocks && has_mix) return add(int64_t{op.block_num}, int64_t{op.mix_block_num});
  if (has_blocks) return add(int64_t{op.block_num}, kNull);
  if (has_mix) return add(kNull, int64_t{op.mix_block_num});
  add(kNull, kNull);
}

const SessionDatabase::OpIds& SessionDatabase::IdsOf(uint32_t op_id) {
  return op_ids_.Of(op_id, [this](uint32_t id) { return MakeIds(id); });
}

SessionDatabase::OpIds SessionDatabase::MakeIds(uint32_t op_id) {
  OpIds ids;
  ids.strings.fill(NameOf(""));
  const OpEntry* op = reader_->Op(op_id);
  if (op == nullptr) {
    if (op_id != 0) ids.strings[0] = strings_.Of("unknown(" + std::to_string(op_id) + ")");
    return ids;
  }
  size_t at = 0;
  for (const uint32_t id : {op->name, op->type, op->state, op->task_type, op->hf32,
                            op->input_shapes, op->input_data_types, op->input_formats,
                            op->output_shapes, op->output_data_types, op->output_formats}) {
    ids.strings[at++] = NameOf(reader_->String(id));
  }
  ids.block_num = op->block_num;
  ids.mix_block_num = op->mix_block_num;
  return ids;
}

void SessionDatabase::AddMemory(int32_t device_id, int64_t time_ns, const aclprofx_memory& change) {
  npu_op_mem_.Add(NameOf(reader_->String(change.op_name)), static_cast<int64_t>(change.address),
                  change.bytes < 0 ? kRelease : kAllocate,
                  change.bytes < 0 ? -change.bytes : change.bytes, time_ns, GlobalTid(0, 0),
                  static_cast<int64_t>(change.total_allocated),
                  static_cast<int64_t>(change.total_reserved),
                  NameOf(reader_->String(change.component)), int64_t{device_id});
}

void SessionDatabase::AddMark(int32_t device_id, const aclprofx_mark& mark, const MarkTexts& texts,
                              const ExportTimes& times) {
  if (device_id >= 0) return;  // its task is in TASK
  WriteEvent(times, mark.event_type, mark.category, texts.message, mark.thread_id, mark.thread_id,
             mark.connection_id);
}

void SessionDatabase::AddRange(const aclprofx_range& range, const MarkTexts& texts,
                               const ExportTimes& times) {
  WriteEvent(times, range.event_type, range.category, texts.message, range.thread_id,
             range.end_thread_id, 0);
}

void SessionDatabase::WriteEvent(const ExportTimes& times, uint16_t type, uint32_t category,
                                 std::string_view message, uint32_t thread, uint32_t end_thread,
                                 uint64_t connection_id) {
  mstx_events_.Add(times.start_ns, times.stop_ns, int64_t{type}, kNone, int64_t{category},
                   strings_.Of(message), GlobalTid(0, thread), GlobalTid(0, end_thread),
                   strings_.Of("default"), Connection(connection_id));
}

void SessionDatabase::AddSample(int32_t device_id, int64_t time_ns, const aclprofx_sample& sample) {
  const std::string_view counter = reader_->String(sample.counter);
  if (counter == "AI Core Freq") {
    aicore_freq_.Add(int64_t{device_id}, time_ns, sample.value);
  } else {
    AddHostSample(counter, time_ns, sample.value);
  }
}

// False for a counter that has no table.
bool SessionDatabase::AddHostSample(std::string_view counter, int64_t time_ns, double value) {
  if (const int64_t cpu = CpuOf(counter); cpu >= 0) return cpu_usage_.Add(time_ns, cpu, value);
  if (counter == "CPU Avg") return cpu_usage_.Add(time_ns, std::string_view("Avg"), value);
  if (counter == "Memory Usage") return host_mem_usage_.Add(time_ns, value);
  if (counter == "Disk Usage") return AddDiskUsage(time_ns, value), true;
  if (counter == "Network Usage") return AddNetworkUsage(time_ns, value), true;
  return AddHostRate(counter, time_ns, value);
}

bool SessionDatabase::AddHostRate(std::string_view counter, int64_t time_ns, double value) {
  constexpr double kKiB = 1024;
  RateSample* const rate = counter == "Host Disk Read"      ? &disk_read_
                           : counter == "Host Disk Write"   ? &disk_write_
                           : counter == "Host Network Used" ? &network_
                                                            : nullptr;
  if (rate == nullptr) return false;
  *rate = {time_ns, value * kKiB};
  return true;
}

void SessionDatabase::AddDiskUsage(int64_t time_ns, double usage) {
  if (disk_read_.time_ns == time_ns && disk_write_.time_ns == time_ns)
    host_disk_usage_.Add(time_ns, disk_read_.bytes, disk_write_.bytes, usage);
  else
    host_disk_usage_.Add(time_ns, kNull, kNull, usage);
}

void SessionDatabase::AddNetworkUsage(int64_t time_ns, double usage) {
  if (network_.time_ns == time_ns)
    host_network_usage_.Add(time_ns, usage, network_.bytes);
  else
    host_network_usage_.Add(time_ns, usage, kNull);
}

void SessionDatabase::Finish() {
  WriteFixedTables();
  WriteSession();
  WriteDevices();
  WriteIndices();
  CloseStatements();
  // Its failure is kept in the status.
  (void)file_->Finish();
}

void SessionDatabase::WriteFixedTables() {
  DatabaseTable meta(file_, kMetaDataTable);
  constexpr std::pair<const char*, const char*> kVersion[] = {{"SCHEMA_VERSION", "1.2.0"},
                                                              {"SCHEMA_VERSION_MAJOR", "1"},
                                                              {"SCHEMA_VERSION_MINOR", "2"},
                                                              {"SCHEMA_VERSION_MICRO", "0"}};
  for (const auto& [name, value] : kVersion) {
    meta.Add(std::string_view(name), std::string_view(value));
  }
  for (const EnumSchema& schema : kEnums) {
    const TableSchema columns{schema.name, kEnumColumns};
    DatabaseTable table(file_, columns);
    for (const EnumEntry& entry : schema.entries) table.Add(entry.id, std::string_view(entry.name));
  }
}

void SessionDatabase::WriteSession() {
  const SessionInfo& info = reader_->info();
  const bool ended = info.stop_realtime_ns > info.start_realtime_ns;
  DatabaseTable(file_, kSessionTimeInfoTable)
      .Add(info.start_realtime_ns,
           ended ? info.stop_realtime_ns : info.start_realtime_ns + kAbnormalEndNs);
  DatabaseTable(file_, kHostInfoTable)
      .Add(std::string_view("0"), std::string_view(ValidUtf8(info.host_name)));
}

// Both tables are there also when there is no device.
void SessionDatabase::WriteDevices() {
  DatabaseTable names(file_, kNpuInfoTable);
  DatabaseTable ranks(file_, kRankDeviceMapTable);
  names.Create(2);
  ranks.Create(2);
  for (const DeviceInfo& device : reader_->info().devices) {
    names.Add(int64_t{device.id}, std::string_view(ValidUtf8(device.name)));
    ranks.Add(int64_t{-1}, int64_t{device.id});
  }
}

void SessionDatabase::WriteIndices() {
  if (has_tasks_) file_->Run("CREATE INDEX TaskIndex ON TASK (startNs,globalTaskId)");
}

void SessionDatabase::CloseStatements() {
  strings_.CloseStatement();
  calls_.CloseStatements();
  task_pmu_info_.CloseStatement();
  for (DatabaseTable* table :
       {&task_, &compute_task_info_, &communication_task_info_, &communication_op_, &mstx_events_,
        &memcpy_info_, &npu_op_mem_, &aicore_freq_, &cpu_usage_, &host_mem_usage_,
        &host_disk_usage_, &host_network_usage_, &overlap_analysis_}) {
    table->CloseStatement();
  }
}

}  // namespace aclprof
