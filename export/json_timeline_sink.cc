#include "export/json_timeline_sink.h"

#include <cstring>
#include <utility>

namespace aclprof {
namespace {

constexpr uint64_t kLargestSafeInteger = (1ull << 53) - 1;

}  // namespace

JsonTimelineSink::JsonTimelineSink(TextSink* file, const TimelineChoice& choice,
                                   NextPiece next_piece)
    : TimelineSink(file, choice, std::move(next_piece)) {
  file->Append("[");
}

void JsonTimelineSink::BeginPiece() {
  file()->Append("[");
  file()->Append(introductions_);
  first_ = introductions_.empty();
}

void JsonTimelineSink::Separate() {
  if (!first_) file()->Append(",");
  first_ = false;
}

void JsonTimelineSink::BeginEvent(std::string_view name, TimelineTrack track) {
  Separate();
  file()->Append("{\"name\":\"");
  file()->Append(name);
  file()->Append("\"");
  AppendTrack(track);
}

void JsonTimelineSink::AppendTrack(TimelineTrack track) {
  char* at = PutText(file()->Reserve(2 * kNumberTextBytes + 16), ",\"pid\":");
  at = PutText(PutUnsigned(at, track.pid), ",\"tid\":");
  file()->Advance(PutUnsigned(at, track.tid));
}

void JsonTimelineSink::AppendTime(int64_t time_ns) {
  char* at = PutText(file()->Reserve(kNumberTextBytes + 16), ",\"ts\":\"");
  file()->Advance(PutText(times_.Put(at, time_ns - origin_ns()), "\""));
}

// With what stands around it at once: there are many.
void JsonTimelineSink::AppendKey(std::string_view key) {
  char* at = file()->Reserve(key.size() + 4);
  if (!first_arg_) *at++ = ',';
  first_arg_ = false;
  *at++ = '"';
  CopyText(key.data(), key.size(), at);
  at += key.size();
  *at++ = '"';
  *at++ = ':';
  file()->Advance(at);
}

void JsonTimelineSink::AppendQuoted(std::string_view text) {
  file()->Append("\"");
  file()->Append(text);
  file()->Append("\"");
}

void JsonTimelineSink::Metadata(const char* event, TimelineTrack track, const std::string& arg) {
  const std::string text =
      "{\"name\":\"" + std::string(event) + "\",\"pid\":" + std::to_string(track.pid) +
      ",\"tid\":" + std::to_string(track.tid) + ",\"ph\":\"M\",\"args\":{" + arg + "}}";
  Separate();
  file()->Append(text);
  if (!has_pieces()) return;
  if (!introductions_.empty()) introductions_ += ",";
  introductions_ += text;
}

void JsonTimelineSink::WriteProcess(uint64_t pid, const ProcessIntroduction& process) {
  Metadata("process_name", {pid, 0}, "\"name\":\"" + process.name.json + "\"");
  Metadata("process_labels", {pid, 0}, "\"labels\":\"" + process.labels.json + "\"");
  Metadata("process_sort_index", {pid, 0}, "\"sort_index\":" + std::to_string(process.place));
}

void JsonTimelineSink::WriteTrack(TimelineTrack track, const TrackIntroduction& introduction) {
  Metadata("thread_name", track, "\"name\":\"" + introduction.name.json + "\"");
  Metadata("thread_sort_index", track, "\"sort_index\":" + std::to_string(track.tid));
}

void JsonTimelineSink::WriteSlice(const TimelineText& name, const ExportTimes& times) {
  is_point_ = false;
  BeginEvent(name.json, here().track);
  AppendTime(times.start_ns);
  char* at = PutText(file()->Reserve(kNumberTextBytes + 32), ",\"dur\":");
  file()->Advance(PutText(PutMicrosExact(at, times.duration), ",\"ph\":\"X\",\"args\":{"));
  first_arg_ = true;
}

// A double could not hold all of a larger number: it is a string of its digits.
void JsonTimelineSink::WriteNumber(std::string_view key, uint64_t value) {
  AppendKey(key);
  const bool safe = value <= kLargestSafeInteger;
  if (!safe) file()->Append("\"");
  Put(file(), PutUnsigned, value);
  if (!safe) file()->Append("\"");
}

void JsonTimelineSink::WriteDecimal(std::string_view key, double value) {
  AppendKey(key);
  Put(file(), PutDouble, value);
}

void JsonTimelineSink::WriteTrue(std::string_view key) {
  AppendKey(key);
  file()->Append("true");
}

void JsonTimelineSink::WriteText(std::string_view key, const TimelineText& value) {
  AppendKey(key);
  AppendQuoted(value.json);
}

void JsonTimelineSink::WritePlainText(std::string_view key, std::string_view value) {
  AppendKey(key);
  AppendQuoted(value);
}

void JsonTimelineSink::WriteFlow(const FlowKind& kind, unsigned __int128 id, const FlowEnd& from,
                                 const FlowEnd& to) {
  flows_.push_back({kind, id, from, to});
}

void JsonTimelineSink::WriteEnd() {
  if (!is_point_) file()->Append("}}");
  for (const FlowAtHand& flow : flows_) {
    AppendFlowEnd(flow, flow.from, "s");
    file()->Append("}");
    AppendFlowEnd(flow, flow.to, "f");
    file()->Append(",\"bp\":\"e\"}");
  }
  flows_.clear();
}

void JsonTimelineSink::AppendFlowEnd(const FlowAtHand& flow, const FlowEnd& end,
                                     const char* phase) {
  Separate();
  file()->Append("{\"name\":\"");
  file()->Append(flow.kind.name);
  Put(file(), PutUnsigned128, flow.id);
  file()->Append("\"");
  AppendTrack(end.track);
  file()->Append(",\"ph\":\"");
  file()->Append(phase);
  file()->Append("\",\"cat\":\"");
  file()->Append(flow.kind.category);
  file()->Append("\",\"id\":\"");
  Put(file(), PutUnsigned128, flow.id);
  file()->Append("\"");
  AppendTime(end.time_ns);
}

void JsonTimelineSink::WriteCounter(const TimelineText& name, const TimelineText& series,
                                    uint64_t pid, int64_t time_ns, double value) {
  BeginEvent(name.json, {pid, 0});
  AppendTime(time_ns);
  file()->Append(",\"ph\":\"C\",\"args\":{");
  AppendQuoted(series.json);
  file()->Append(":");
  Put(file(), PutDouble, value);
  file()->Append("}}");
}

}  // namespace aclprof
