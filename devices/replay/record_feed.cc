#include "devices/replay/record_feed.h"

#include <algorithm>

namespace aclprof {
namespace {

static_assert(kImportedNone == ACLPROFX_NONE);

uint32_t Intern(std::string_view text) { return aclprofx_intern(text.data(), text.size()); }

std::string_view CutToPayload(std::string_view message, size_t payload_bytes) {
  return message.substr(0, ACLPROFX_MAX_PAYLOAD_BYTES - payload_bytes);
}

// A record's name at level node is the operator's, at other levels the call's.
std::string_view RecordName(const ImportedApi& api) {
  const bool has_item = !api.item.empty() && api.item != "0";
  return api.level == ACLPROFX_LEVEL_NODE && has_item ? api.item : api.name;
}

}  // namespace

template <typename Payload>
void RecordFeed::Add(int32_t device_id, uint16_t kind, Instant start, const Payload& payload,
                     std::string_view tail) {
  sink_->Add({start, producers_.RingOf(device_id), kind, &payload, sizeof(payload), tail});
}

const char* RecordFeed::Terminated(size_t slot, std::string_view text) {
  if (text.empty()) return nullptr;
  return op_texts_[slot].assign(text).c_str();
}

uint32_t RecordFeed::InternOp(const ImportedOp& op) {
  if (op.name.empty()) return 0;
  aclprofx_op_info info{};
  info.size_bytes = sizeof(info);
  info.name = Terminated(0, op.name);
  info.type = Terminated(1, op.type);
  info.state = Terminated(2, op.state);
  info.task_type = Terminated(3, op.task_type);
  info.hf32 = Terminated(4, op.hf32);
  info.input_shapes = Terminated(5, op.input_shapes);
  info.input_data_types = Terminated(6, op.input_data_types);
  info.input_formats = Terminated(7, op.input_formats);
  info.output_shapes = Terminated(8, op.output_shapes);
  info.output_data_types = Terminated(9, op.output_data_types);
  info.output_formats = Terminated(10, op.output_formats);
  info.block_num = op.block_num;
  info.mix_block_num = op.mix_block_num;
  return aclprofx_intern_op(&info);
}

void RecordFeed::OnTask(const ImportedTask& task) {
  aclprofx_task_linked record{};
  record.task.start = clock_.TicksAt(task.start);
  record.task.duration = clock_.Ticks(task.duration);
  record.task.stream_id = task.stream_id;
  record.task.task_id = task.task_id;
  record.task.op = InternOp(task.op);
  record.task.type =
      task.type.empty() ? 0 : aclprofx_task_type(type_text_.assign(task.type).c_str());
  record.task.flags = task.communication ? ACLPROFX_TASK_COMMUNICATION : 0;
  record.connection_id = task.connection_id;
  record.model_id = task.model_id;
  record.context_id = task.context_id;
  record.batch_id = task.batch_id;
  record.subtask_id = task.context_id;
  Add(plan_.DeviceOf({task.device_id, task.stream_id}), ACLPROFX_KIND_TASK_LINKED, task.start,
      record);
}

void RecordFeed::OnMetrics(const ImportedMetrics& metrics) {
  aclprofx_pmu record{};
  record.start = clock_.TicksAt(metrics.start);
  record.stream_id = metrics.stream_id;
  record.task_id = metrics.task_id;
  record.total_cycles = metrics.total_cycles;
  record.core_kind = metrics.core_kind;
  record.group = static_cast<uint16_t>(metrics.group | ACLPROFX_PMU_VALUES);
  record.counters = static_cast<uint32_t>(metrics.values.size());
  const std::string_view values(reinterpret_cast<const char*>(metrics.values.data()),
                                metrics.values.size_bytes());
  Add(plan_.DeviceOf({metrics.device_id, metrics.stream_id}), ACLPROFX_KIND_PMU, metrics.start,
      record, values);
}

void RecordFeed::OnApi(const ImportedApi& api) {
  aclprofx_api record{};
  record.start = clock_.TicksAt(api.start);
  record.duration = clock_.Ticks(api.duration);
  record.connection_id = api.connection_id;
  record.name = Intern(RecordName(api));
  record.mode = Intern(api.mode);
  record.item = Intern(api.item);
  record.thread_id = api.thread_id;
  record.level = api.level;
  record.process_id = api.process_id;
  Add(kImportedHost, aclprofx_api_kind(api.level), api.start, record);
}

void RecordFeed::OnRange(const ImportedRange& range) {
  if (range.is_mark) return AddMark(range, CutToPayload(range.message, sizeof(aclprofx_mark)));
  const std::string_view message = CutToPayload(range.message, sizeof(aclprofx_range));
  aclprofx_range record{};
  record.start = clock_.TicksAt(range.start);
  record.duration = clock_.Ticks(range.duration);
  record.thread_id = range.thread_id;
  record.end_thread_id = range.end_thread_id;
  record.category = range.category;
  record.event_type = range.event_type;
  record.message_bytes = static_cast<uint32_t>(message.size());
  Add(kImportedHost, ACLPROFX_KIND_RANGE, range.start, record, message);
}

void RecordFeed::AddMark(const ImportedRange& range, std::string_view message) {
  aclprofx_mark record{};
  record.time = clock_.TicksAt(range.start);
  record.connection_id = range.connection_id;
  record.thread_id = range.thread_id;
  record.category = range.category;
  record.event_type = range.event_type;
  record.message_bytes = static_cast<uint32_t>(message.size());
  Add(kImportedHost, ACLPROFX_KIND_MARK, range.start, record, message);
}

void RecordFeed::OnSample(const ImportedSample& sample) {
  aclprofx_sample record{};
  record.time = clock_.TicksAt(sample.time);
  record.value = sample.value;
  record.counter = Intern(sample.counter);
  record.series = Intern(sample.series);
  Add(plan_.DeviceOfCounter(sample.device_id), ACLPROFX_KIND_SAMPLE, sample.time, record);
}

}  // namespace aclprof
