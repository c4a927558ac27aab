#include "export/timeline_sink.h"

#include <utility>

#include "export/json_text.h"
#include "export/number_text.h"

namespace aclprof {
namespace {

// More than a slice and what belongs to it takes.
constexpr uint64_t kEventBytes = 128 * 1024;

class NoFile final : public WritableFile {
 public:
  Status Append(const void*, size_t) override { return Status(); }
  Status Truncate(uint64_t) override { return Status(); }
  Status Sync() override { return Status(); }
  Status Close() override { return Status(); }
  bool StillAtPath() const override { return true; }
};

}  // namespace

TimelineSink::TimelineSink(TextSink* text, const TimelineChoice& choice, NextPiece next_piece)
    : choice_(choice),
      name_(JsonEscaped(choice.name)),
      next_piece_(std::move(next_piece)),
      nowhere_(std::make_unique<TextSink>(std::make_unique<NoFile>())),
      text_(text),
      event_(text) {
  text_->Append("[");
}

void TimelineSink::Choose(std::string_view name, uint64_t pid) {
  const bool shown = choice_.ShowsAll() ||
                     (choice_.ShowsProcess(pid) && name.find(name_) != std::string_view::npos);
  event_ = shown ? text_ : nowhere_.get();
}

bool TimelineSink::PieceIsFull() const {
  return choice_.piece_bytes != 0 && text_->bytes() + kEventBytes > choice_.piece_bytes;
}

void TimelineSink::BeginPiece() {
  text_->Append("]");
  text_ = next_piece_();
  if (text_ == nullptr) text_ = nowhere_.get();
  text_->Append("[");
  text_->Append(introductions_);
  first_ = introductions_.empty();
}

void TimelineSink::Separate() {
  if (event_ == nowhere_.get()) return;
  if (!first_) event_->Append(",");
  first_ = false;
}

void TimelineSink::BeginEvent(std::string_view name, TimelineTrack track) {
  Separate();
  event_->Append("{\"name\":\"");
  event_->Append(name);
  event_->Append("\"");
  AppendTrack(track);
}

void TimelineSink::AppendTrack(TimelineTrack track) {
  event_->Append(",\"pid\":");
  Put(event_, PutUnsigned, track.pid);
  event_->Append(",\"tid\":");
  Put(event_, PutUnsigned, track.tid);
}

void TimelineSink::AppendTime(int64_t time_ns) {
  event_->Append(",\"ts\":\"");
  Put(event_, PutMicros, time_ns - origin_ns_);
  event_->Append("\"");
}

TextSink* TimelineSink::BeginSlice(std::string_view name, TimelineTrack track,
                                   const ExportTimes& times) {
  if (PieceIsFull()) BeginPiece();
  Choose(name, track.pid);
  BeginEvent(name, track);
  AppendTime(times.start_ns);
  event_->Append(",\"dur\":");
  Put(event_, PutMicrosExact, times.duration);
  event_->Append(",\"ph\":\"X\",\"args\":{");
  return event_;
}

TextSink* TimelineSink::BeginCounter(std::string_view name, uint64_t pid, int64_t time_ns) {
  if (PieceIsFull()) BeginPiece();
  Choose(name, pid);
  BeginEvent(name, {pid, 0});
  AppendTime(time_ns);
  event_->Append(",\"ph\":\"C\",\"args\":{");
  return event_;
}

void TimelineSink::Metadata(std::string_view event, TimelineTrack track, std::string_view arg) {
  if (!choice_.ShowsProcess(track.pid)) return;
  std::string text = "{\"name\":\"" + std::string(event) +
                     "\",\"pid\":" + std::to_string(track.pid) +
                     ",\"tid\":" + std::to_string(track.tid) + ",\"ph\":\"M\",\"args\":{" +
                     std::string(arg) + "}}";
  event_ = text_;
  Separate();
  event_->Append(text);
  if (choice_.piece_bytes == 0) return;
  if (!introductions_.empty()) introductions_ += ",";
  introductions_ += text;
}

void TimelineSink::AppendFlow(const FlowKind& kind, unsigned __int128 id, TimelineTrack track,
                              const char* phase) {
  event_ = text_;
  Separate();
  event_->Append("{\"name\":\"");
  event_->Append(kind.name);
  Put(event_, PutUnsigned128, id);
  event_->Append("\"");
  AppendTrack(track);
  event_->Append(",\"ph\":\"");
  event_->Append(phase);
  event_->Append("\",\"cat\":\"");
  event_->Append(kind.category);
  event_->Append("\",\"id\":\"");
  Put(event_, PutUnsigned128, id);
  event_->Append("\"");
}

void TimelineSink::FlowStart(const FlowKind& kind, unsigned __int128 id, TimelineTrack track,
                             int64_t time_ns) {
  AppendFlow(kind, id, track, "s");
  AppendTime(time_ns);
  event_->Append("}");
}

void TimelineSink::FlowEnd(const FlowKind& kind, unsigned __int128 id, TimelineTrack track,
                           int64_t time_ns) {
  AppendFlow(kind, id, track, "f");
  AppendTime(time_ns);
  event_->Append(",\"bp\":\"e\"}");
}

void AppendSafeInteger(TextSink* text, uint64_t value) {
  const bool safe = value <= kLargestSafeInteger;
  if (!safe) text->Append("\"");
  Put(text, PutUnsigned, value);
  if (!safe) text->Append("\"");
}

}  // namespace aclprof
