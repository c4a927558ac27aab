// Marks, counters and losses of the timeline.
#include <string>

#include "export/msprof_tx_table.h"
#include "export/number_text.h"
#include "export/timeline.h"

namespace aclprof {
namespace {

void AddText(TimelineSink* sink, const char* key, std::string_view text) {
  if (!text.empty()) sink->Text(key, TimelineText(text));
}

}  // namespace

void Timeline::BeginMark(const MarkTexts& texts, uint32_t thread_id, uint32_t category,
                         uint16_t payload_type, uint64_t payload_value, const ExportTimes& times) {
  const TimelineTrack track = tracks_.Thread(tracks_.Process(Layer::kMarks, -1), thread_id);
  sink_->BeginSlice(TimelineText(texts.message), track, times);
  AddText(sink_.get(), "Category", texts.category);
  // Its number where it has no name.
  if (texts.category.empty()) sink_->Number("Category", category);
  sink_->Number("Payload_type", payload_type);
  sink_->Number("Payload_value", payload_value);
  AddText(sink_.get(), "Tag", texts.tag);
  AddText(sink_.get(), "Call_stack", texts.call_stack);
}

void Timeline::AddMark(const aclprofx_mark& mark, const MarkTexts& texts,
                       const ExportTimes& times) {
  BeginMark(texts, mark.thread_id, mark.category, mark.payload_type, mark.payload_value, times);
  sink_->PlainText("event_type", MarkEventName(mark.event_type));
  if (mark.connection_id != 0) mark_flows_.AddCall(mark.connection_id, sink_->FlowHere(), 0);
  sink_->EndEvent();
}

void Timeline::AddPoint(int32_t device_id, const aclprofx_mark& point, int64_t time_ns) {
  const uint64_t pid = tracks_.Process(Layer::kAscendHardware, device_id);
  sink_->BeginPoint(kMsTx, point.connection_id, tracks_.Stream(pid, point.thread_id), time_ns);
  mark_flows_.AddTask(point.connection_id, sink_->FlowHere());
  sink_->EndEvent();
}

void Timeline::AddRange(const aclprofx_range& range, const MarkTexts& texts,
                        const ExportTimes& times) {
  BeginMark(texts, range.thread_id, range.category, range.payload_type, range.payload_value, times);
  sink_->PlainText("event_type", MarkEventName(range.event_type));
  if ((range.flags & ACLPROFX_TASK_OPEN_ENDED) != 0) sink_->True("open_ended");
  sink_->EndEvent();
}

void Timeline::AddSample(const aclprofx_sample& sample, int32_t device_id, int64_t time_ns) {
  const Layer layer = LayerOfCounter(reader_->String(sample.counter));
  sink_->Counter(names_.Of(sample.counter), names_.Of(sample.series),
                 tracks_.Process(layer, device_id), time_ns, sample.value);
}

void Timeline::AddLoss(const aclprofx_loss& loss, int32_t device_id, const ExportTimes& times) {
  const std::string place = device_id < 0 ? "the host" : "device " + std::to_string(device_id);
  const std::string name = std::to_string(loss.count) + " lost between " +
                           MicrosText(times.start_ns) + " and " + MicrosText(times.stop_ns) +
                           " on " + place;
  const uint64_t pid = tracks_.Process(Layer::kLostRecords, device_id);
  sink_->BeginSlice(TimelineText(name), tracks_.Named(pid, 0, "Lost Records"), times);
  sink_->Number("count", loss.count);
  sink_->PlainText("cause", DropCauseName(static_cast<int>(loss.cause)));
  sink_->EndEvent();
}

}  // namespace aclprof
