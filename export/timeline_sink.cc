#include "export/timeline_sink.h"

#include "export/number_text.h"

namespace aclprof {

void TimelineSink::BeginEvent(std::string_view name, TimelineTrack track) {
  text_->Append(first_ ? "{\"name\":\"" : ",{\"name\":\"");
  first_ = false;
  text_->Append(name);
  text_->Append("\"");
  AppendTrack(track);
}

void TimelineSink::AppendTrack(TimelineTrack track) {
  text_->Append(",\"pid\":");
  Put(text_, PutUnsigned, track.pid);
  text_->Append(",\"tid\":");
  Put(text_, PutUnsigned, track.tid);
}

void TimelineSink::AppendTime(int64_t time_ns) {
  text_->Append(",\"ts\":\"");
  Put(text_, PutMicros, time_ns - origin_ns_);
  text_->Append("\"");
}

TextSink* TimelineSink::BeginSlice(std::string_view name, TimelineTrack track,
                                   const ExportTimes& times) {
  BeginEvent(name, track);
  AppendTime(times.start_ns);
  text_->Append(",\"dur\":");
  Put(text_, PutMicrosExact, times.duration);
  text_->Append(",\"ph\":\"X\",\"args\":{");
  return text_;
}

TextSink* TimelineSink::BeginCounter(std::string_view name, uint64_t pid, int64_t time_ns) {
  BeginEvent(name, {pid, 0});
  AppendTime(time_ns);
  text_->Append(",\"ph\":\"C\",\"args\":{");
  return text_;
}

void TimelineSink::Metadata(std::string_view event, TimelineTrack track, std::string_view arg) {
  BeginEvent(event, track);
  text_->Append(",\"ph\":\"M\",\"args\":{");
  text_->Append(arg);
  text_->Append("}}");
}

void TimelineSink::AppendFlow(unsigned __int128 id, TimelineTrack track, const char* phase) {
  text_->Append(first_ ? "{\"name\":\"HostToDevice" : ",{\"name\":\"HostToDevice");
  first_ = false;
  Put(text_, PutUnsigned128, id);
  text_->Append("\"");
  AppendTrack(track);
  text_->Append(",\"ph\":\"");
  text_->Append(phase);
  text_->Append("\",\"cat\":\"HostToDevice\",\"id\":\"");
  Put(text_, PutUnsigned128, id);
  text_->Append("\"");
}

void TimelineSink::FlowStart(unsigned __int128 id, TimelineTrack track, int64_t time_ns) {
  AppendFlow(id, track, "s");
  AppendTime(time_ns);
  text_->Append("}");
}

void TimelineSink::FlowEnd(unsigned __int128 id, TimelineTrack track, int64_t time_ns) {
  AppendFlow(id, track, "f");
  AppendTime(time_ns);
  text_->Append(",\"bp\":\"e\"}");
}

void AppendSafeInteger(TextSink* text, uint64_t value) {
  const bool safe = value <= kLargestSafeInteger;
  if (!safe) text->Append("\"");
  Put(text, PutUnsigned, value);
  if (!safe) text->Append("\"");
}

}  // namespace aclprof
