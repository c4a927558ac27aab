#include "export/timeline.h"

#include <array>
#include <utility>

#include "export/number_text.h"

namespace aclprof {
namespace {

void AppendConnection(TextSink* text, uint64_t connection_id) {
  if (connection_id == 0) return;
  text->Append(",\"connection_id\":");
  AppendSafeInteger(text, connection_id);
}

void AppendNumber(TextSink* text, std::string_view key, uint64_t value) {
  text->Append(key);
  Put(text, PutUnsigned, value);
}

const char* CopyOperationName(uint32_t operation) {
  constexpr std::array kNames = {"host to host",     "host to device",  "device to host",
                                 "device to device", "other",           "host to device",
                                 "device to device", "device to device"};
  return operation < kNames.size() ? kNames[operation] : "other";
}

// Bytes per nanosecond are GB/s.
void AppendCopy(TextSink* text, const CopyFacts& copy, Span duration) {
  text->Append(",\"size(B)\":");
  AppendSafeInteger(text, copy.bytes);
  if (duration.ns > 0) {
    text->Append(",\"bandwidth(GB/s)\":");
    Put(text, PutDouble, static_cast<double>(copy.bytes) / static_cast<double>(duration.ns));
  }
  text->Append(",\"operation\":\"");
  text->Append(CopyOperationName(copy.operation));
  text->Append("\"");
}

}  // namespace

Timeline::Timeline(const SessionReader* reader, TextSink* text, const TimelineChoice& choice,
                   TimelineSink::NextPiece next_piece, OpTexts* ops, TaskTypeTexts* types)
    : sink_(text, choice, std::move(next_piece)),
      tracks_(reader->info(), &sink_),
      flows_([this](unsigned __int128 id, const FlowEnd& call, const FlowEnd& task) {
        AddFlow(kHostToDevice, id, call, task);
      }),
      mark_flows_([this](unsigned __int128 id, const FlowEnd& mark, const FlowEnd& point) {
        AddFlow(kMsTx, id >> 32, mark, point);
      }),
      copies_([this](const TaskRow& task) { ShowTask(task); }),
      names_(reader),
      ops_(ops),
      types_(types),
      reader_(reader),
      overlaps_(ops, types,
                [this](int32_t device_id, OverlapRow row, int64_t start_ns, int64_t stop_ns) {
                  AddOverlapSpan(device_id, row, start_ns, stop_ns);
                }) {}

void Timeline::AddFlow(const FlowKind& kind, unsigned __int128 id, const FlowEnd& from,
                       const FlowEnd& to) {
  if (from.track.pid == 0 || to.track.pid == 0) return;  // one of them is not shown
  sink_.FlowStart(kind, id, from.track, from.time_ns);
  sink_.FlowEnd(kind, id, to.track, to.time_ns);
}

void Timeline::AddApi(const aclprofx_api& api, const ApiCall& call, const ExportTimes& times) {
  const Layer layer = call.in_cann ? Layer::kCann : Layer::kFramework;
  const TimelineTrack track =
      tracks_.Thread(tracks_.Process(layer, -1, api.process_id), api.thread_id, "Thread");
  TextSink* text = sink_.BeginSlice(call.json_name, track, times);
  AppendNumber(text, "\"Thread Id\":", api.thread_id);
  text->Append(",");
  text->Append(call.json_args);
  text->Append(",\"item_id\":\"");
  const std::string& item = names_.Of(api.item);
  text->Append(item.empty() || item == "0" ? call.json_item : item);
  text->Append("\"");
  AppendConnection(text, api.connection_id);
  sink_.EndArgs();
  if (api.connection_id == 0) return;
  flows_.AddCall(api.connection_id, {sink_.Shown(track), times.start_ns}, call.launch_rank);
}

void Timeline::AddTask(const TaskRow& task) {
  types_->Of(task.type).copy ? copies_.AddTask(task) : ShowTask(task);
}

void Timeline::ShowTask(const TaskRow& task) {
  task.communication ? AddCommunicationTask(task) : AddHardwareTask(task);
  overlaps_.AddTask(task);
}

const std::string& Timeline::NameOf(const TaskRow& task) {
  const OpText& op = ops_->Of(task.op);
  return op.is_operator ? op.json_name : types_->Of(task.type).json;
}

void Timeline::AddHardwareTask(const TaskRow& task) {
  const uint64_t pid = tracks_.Process(Layer::kAscendHardware, task.device_id);
  const TimelineTrack track = tracks_.Thread(pid, task.stream_id, "Stream");
  TextSink* text = sink_.BeginSlice(NameOf(task), track, task.times);
  AppendNumber(text, "\"Model Id\":", task.model_id);
  text->Append(",\"Task Type\":\"");
  text->Append(types_->Of(task.type).json);
  AppendNumber(text, "\",\"Physic Stream Id\":", task.stream_id);
  AppendNumber(text, ",\"Task Id\":", task.task_id);
  if (task.linked) AppendNumber(text, ",\"Batch Id\":", task.batch_id);
  const bool has_subtask = task.subtask_id != ACLPROFX_NONE;
  AppendNumber(text, ",\"Subtask Id\":", has_subtask ? task.subtask_id : task.context_id);
  AppendConnection(text, task.connection_id);
  if (task.copy.has_value()) AppendCopy(text, *task.copy, task.times.duration);
  if (task.open_ended) text->Append(",\"open_ended\":true");
  sink_.EndArgs();
  FlowTo(task, track);
}

void Timeline::FlowTo(const TaskRow& task, TimelineTrack track) {
  // The profiler's own marks carry the number of whatever call came last.
  if (task.connection_id == 0 || types_->Of(task.type).profiling) return;
  flows_.AddTask(task.connection_id, {sink_.Shown(track), task.times.start_ns});
}

void Timeline::AddCommunicationTask(const TaskRow& task) {
  const bool collective = ops_->Of(task.op).is_collective;
  const uint64_t pid = tracks_.Process(Layer::kCommunication, task.device_id);
  const std::string number =
      task.stream_id == ACLPROFX_NONE ? "N/A" : std::to_string(task.stream_id);
  const TimelineTrack track = tracks_.Named(
      pid, task.stream_id, collective ? "Group " + number + " Communication" : "Plane " + number);
  TextSink* text = sink_.BeginSlice(NameOf(task), track, task.times);
  collective ? AppendCollectiveArgs(text, task) : AppendStepArgs(text, task);
  AppendConnection(text, task.connection_id);
  if (task.open_ended) text->Append(",\"open_ended\":true");
  sink_.EndArgs();
  FlowTo(task, track);
}

void Timeline::AppendCollectiveArgs(TextSink* text, const TaskRow& task) {
  AppendNumber(text, "\"model id\":", task.model_id);
}

void Timeline::AppendStepArgs(TextSink* text, const TaskRow& task) {
  AppendNumber(text, "\"task id\":", task.task_id);
  AppendNumber(text, ",\"context id\":", task.context_id);
  text->Append(",\"task type\":\"");
  text->Append(types_->Of(task.type).json);
  AppendNumber(text, "\",\"model id\":", task.model_id);
}

// All rows are there, also one without a slice.
uint64_t Timeline::OverlapProcess(int32_t device_id) {
  const uint64_t pid = tracks_.Process(Layer::kOverlapAnalysis, device_id);
  if (!overlap_devices_.insert(device_id).second) return pid;
  for (int row = 0; row < kOverlapRows; ++row) {
    tracks_.Named(pid, static_cast<uint64_t>(row), OverlapRowName(OverlapRow{row}));
  }
  return pid;
}

void Timeline::AddOverlapSpan(int32_t device_id, OverlapRow row, int64_t start_ns,
                              int64_t stop_ns) {
  const TimelineTrack track{OverlapProcess(device_id), static_cast<uint64_t>(row)};
  sink_.BeginSlice(OverlapRowName(row), track, {start_ns, stop_ns, {stop_ns - start_ns, 0}});
  sink_.EndArgs();
}

void Timeline::Finish() {
  copies_.Finish();
  overlaps_.Finish();
  flows_.Finish();
  mark_flows_.Finish();
  sink_.Close();
}

}  // namespace aclprof
