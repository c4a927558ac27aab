// Marks, counters and losses of the timeline.
#include <string>

#include "export/json_text.h"
#include "export/msprof_tx_table.h"
#include "export/number_text.h"
#include "export/timeline.h"

namespace aclprof {
namespace {

void AppendEventType(TextSink* text, uint16_t event_type) {
  text->Append(",\"event_type\":\"");
  text->Append(MarkEventName(event_type));
  text->Append("\"");
}

void AppendText(TextSink* text, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  text->Append(key);
  text->Append(JsonEscaped(value));
  text->Append("\"");
}

// Its name, or its number where it has none.
void AppendCategory(TextSink* text, std::string_view name, uint32_t category) {
  AppendText(text, "\"Category\":\"", name);
  if (!name.empty()) return;
  text->Append("\"Category\":");
  Put(text, PutUnsigned, uint64_t{category});
}

}  // namespace

TextSink* Timeline::BeginMark(const MarkTexts& texts, uint32_t thread_id, uint32_t category,
                              uint16_t payload_type, uint64_t payload_value,
                              const ExportTimes& times) {
  const TimelineTrack track =
      tracks_.Thread(tracks_.Process(Layer::kMarks, -1), thread_id, "Thread");
  TextSink* text = sink_.BeginSlice(JsonEscaped(texts.message), track, times);
  AppendCategory(text, texts.category, category);
  text->Append(",\"Payload_type\":");
  Put(text, PutUnsigned, uint64_t{payload_type});
  text->Append(",\"Payload_value\":");
  AppendSafeInteger(text, payload_value);
  AppendText(text, ",\"Tag\":\"", texts.tag);
  AppendText(text, ",\"Call_stack\":\"", texts.call_stack);
  return text;
}

void Timeline::AddMark(const aclprofx_mark& mark, const MarkTexts& texts,
                       const ExportTimes& times) {
  TextSink* text =
      BeginMark(texts, mark.thread_id, mark.category, mark.payload_type, mark.payload_value, times);
  AppendEventType(text, mark.event_type);
  sink_.EndArgs();
  if (mark.connection_id == 0) return;
  const TimelineTrack track{tracks_.Process(Layer::kMarks, -1), mark.thread_id};
  mark_flows_.AddCall(mark.connection_id, {sink_.Shown(track), times.start_ns}, 0);
}

void Timeline::AddPoint(int32_t device_id, const aclprofx_mark& point, int64_t time_ns) {
  const uint64_t pid = tracks_.Process(Layer::kAscendHardware, device_id);
  const TimelineTrack track = tracks_.Thread(pid, point.thread_id, "Stream");
  mark_flows_.AddTask(point.connection_id, {sink_.Chosen(track), time_ns});
}

void Timeline::AddRange(const aclprofx_range& range, const MarkTexts& texts,
                        const ExportTimes& times) {
  TextSink* text = BeginMark(texts, range.thread_id, range.category, range.payload_type,
                             range.payload_value, times);
  AppendEventType(text, range.event_type);
  if ((range.flags & ACLPROFX_TASK_OPEN_ENDED) != 0) text->Append(",\"open_ended\":true");
  sink_.EndArgs();
}

void Timeline::AddSample(const aclprofx_sample& sample, int32_t device_id, int64_t time_ns) {
  const Layer layer = LayerOfCounter(reader_->String(sample.counter));
  TextSink* text =
      sink_.BeginCounter(names_.Of(sample.counter), tracks_.Process(layer, device_id), time_ns);
  text->Append("\"");
  text->Append(names_.Of(sample.series));
  text->Append("\":");
  Put(text, PutDouble, sample.value);
  sink_.EndArgs();
}

void Timeline::AddLoss(const aclprofx_loss& loss, int32_t device_id, const ExportTimes& times) {
  const std::string place = device_id < 0 ? "the host" : "device " + std::to_string(device_id);
  const std::string name = std::to_string(loss.count) + " lost between " +
                           MicrosText(times.start_ns) + " and " + MicrosText(times.stop_ns) +
                           " on " + place;
  const uint64_t pid = tracks_.Process(Layer::kLostRecords, device_id);
  TextSink* text = sink_.BeginSlice(name, tracks_.Named(pid, 0, "Lost Records"), times);
  text->Append("\"count\":");
  AppendSafeInteger(text, loss.count);
  text->Append(",\"cause\":\"");
  text->Append(DropCauseName(static_cast<int>(loss.cause)));
  text->Append("\"");
  sink_.EndArgs();
}

}  // namespace aclprof
