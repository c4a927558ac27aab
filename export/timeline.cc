#include "export/timeline.h"

#include <array>
#include <utility>

namespace aclprof {
namespace {

std::array<TimelineText, kOverlapRows> OverlapRowTexts() {
  std::array<TimelineText, kOverlapRows> texts;
  for (int row = 0; row < kOverlapRows; ++row)
    texts[static_cast<size_t>(row)] = TimelineText(OverlapRowName(OverlapRow{row}));
  return texts;
}

const char* CopyOperationName(uint32_t operation) {
  constexpr std::array kNames = {"host to host",     "host to device",  "device to host",
                                 "device to device", "other",           "host to device",
                                 "device to device", "device to device"};
  return operation < kNames.size() ? kNames[operation] : "other";
}

}  // namespace

Timeline::Timeline(const SessionReader* reader, std::unique_ptr<TimelineSink> sink, OpTexts* ops,
                   TaskTypeTexts* types)
    : sink_(std::move(sink)),
      tracks_(reader->info(), sink_.get()),
      flows_([this](unsigned __int128 id, const FlowEnd& call, const FlowEnd& task) {
        sink_->Flow(kHostToDevice, id, call, task);
      }),
      mark_flows_([this](unsigned __int128 id, const FlowEnd& mark, const FlowEnd& point) {
        sink_->Flow(kMsTx, id >> 32, mark, point);
      }),
      copies_([this](const TaskRow& task) { ShowTask(task); }),
      names_(reader),
      ops_(ops),
      types_(types),
      reader_(reader),
      overlap_rows_(OverlapRowTexts()),
      overlaps_(ops, types,
                [this](int32_t device_id, OverlapRow row, int64_t start_ns, int64_t stop_ns) {
                  AddOverlapSpan(device_id, row, start_ns, stop_ns);
                }) {}

void Timeline::AddConnection(uint64_t connection_id) {
  if (connection_id != 0) sink_->Number("connection_id", connection_id);
}

void Timeline::AddApi(const aclprofx_api& api, const ApiCall& call, const ExportTimes& times) {
  const Layer layer = call.in_cann ? Layer::kCann : Layer::kFramework;
  const TimelineTrack track =
      tracks_.Thread(tracks_.Process(layer, -1, api.process_id), api.thread_id);
  sink_->BeginSlice(call.slice, track, times);
  sink_->Number("Thread Id", api.thread_id);
  sink_->Text("Mode", call.mode);
  sink_->PlainText("level", call.level);
  sink_->Text("id", call.id);
  const TimelineText& item = names_.Of(api.item);
  sink_->Text("item_id", item.utf8.empty() || item.utf8 == "0" ? call.item : item);
  AddConnection(api.connection_id);
  if (api.connection_id != 0)
    flows_.AddCall(api.connection_id, sink_->FlowHere(), call.launch_rank);
  sink_->EndEvent();
}

void Timeline::AddTask(const TaskRow& task) {
  types_->Of(task.type).copy ? copies_.AddTask(task) : ShowTask(task);
}

void Timeline::ShowTask(const TaskRow& task) {
  task.communication ? AddCommunicationTask(task) : AddHardwareTask(task);
  overlaps_.AddTask(task);
}

const TimelineText& Timeline::NameOf(const TaskRow& task) {
  const OpText& op = ops_->Of(task.op);
  return op.is_operator ? op.shown_name : types_->Of(task.type).shown;
}

void Timeline::AddHardwareTask(const TaskRow& task) {
  const uint64_t pid = tracks_.Process(Layer::kAscendHardware, task.device_id);
  sink_->BeginSlice(NameOf(task), tracks_.Stream(pid, task.stream_id), task.times);
  sink_->Number("Model Id", task.model_id);
  sink_->Text("Task Type", types_->Of(task.type).shown);
  sink_->Number("Physic Stream Id", task.stream_id);
  sink_->Number("Task Id", task.task_id);
  if (task.linked) sink_->Number("Batch Id", task.batch_id);
  const bool has_subtask = task.subtask_id != ACLPROFX_NONE;
  sink_->Number("Subtask Id", has_subtask ? task.subtask_id : task.context_id);
  AddConnection(task.connection_id);
  if (task.copy.has_value()) AddCopyArgs(*task.copy, task.times.duration);
  EndTask(task);
}

// Bytes per nanosecond are GB/s.
void Timeline::AddCopyArgs(const CopyFacts& copy, Span duration) {
  sink_->Number("size(B)", copy.bytes);
  if (duration.ns > 0) {
    sink_->Decimal("bandwidth(GB/s)",
                   static_cast<double>(copy.bytes) / static_cast<double>(duration.ns));
  }
  sink_->PlainText("operation", CopyOperationName(copy.operation));
}

void Timeline::EndTask(const TaskRow& task) {
  if (task.open_ended) sink_->True("open_ended");
  // The profiler's own marks carry the number of whatever call came last.
  if (task.connection_id != 0 && !types_->Of(task.type).profiling)
    flows_.AddTask(task.connection_id, sink_->FlowHere());
  sink_->EndEvent();
}

void Timeline::AddCommunicationTask(const TaskRow& task) {
  const bool collective = ops_->Of(task.op).is_collective;
  const uint64_t pid = tracks_.Process(Layer::kCommunication, task.device_id);
  const std::string number =
      task.stream_id == ACLPROFX_NONE ? "N/A" : std::to_string(task.stream_id);
  const TimelineTrack track = tracks_.Named(
      pid, task.stream_id, collective ? "Group " + number + " Communication" : "Plane " + number);
  sink_->BeginSlice(NameOf(task), track, task.times);
  if (!collective) AddStepArgs(task);
  sink_->Number("model id", task.model_id);
  AddConnection(task.connection_id);
  EndTask(task);
}

void Timeline::AddStepArgs(const TaskRow& task) {
  sink_->Number("task id", task.task_id);
  sink_->Number("context id", task.context_id);
  sink_->Text("task type", types_->Of(task.type).shown);
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
  const auto number = static_cast<size_t>(row);
  const TimelineTrack track{OverlapProcess(device_id), number};
  sink_->BeginSlice(overlap_rows_[number], track, {start_ns, stop_ns, {stop_ns - start_ns, 0}});
  sink_->EndEvent();
}

void Timeline::Finish() {
  copies_.Finish();
  overlaps_.Finish();
  flows_.Finish();
  mark_flows_.Finish();
  sink_->Close();
}

}  // namespace aclprof
