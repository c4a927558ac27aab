#include "export/timeline_sink.h"

#include <utility>

#include "export/utf8_text.h"

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

TimelineChoice WithValidName(TimelineChoice choice) {
  choice.name = ValidUtf8(choice.name);
  return choice;
}

}  // namespace

TimelineSink::TimelineSink(TextSink* file, const TimelineChoice& choice, NextPiece next_piece)
    : choice_(WithValidName(choice)), next_piece_(std::move(next_piece)), file_(file) {}

bool TimelineSink::Shows(const TimelineText& name, uint64_t pid) const {
  return choice_.ShowsAll() ||
         (choice_.ShowsProcess(pid) && name.utf8.find(choice_.name) != std::string::npos);
}

bool TimelineSink::PieceIsFull() const {
  return choice_.piece_bytes != 0 && file_->bytes() + kEventBytes > choice_.piece_bytes;
}

// The next window is that of the event: where nothing is, there is no file.
bool TimelineSink::WindowIsOver(int64_t time_ns) {
  if (choice_.piece_ns == 0) return false;
  if (!window_ns_) window_ns_ = time_ns;
  if (time_ns - *window_ns_ < choice_.piece_ns) return false;
  *window_ns_ = time_ns - (time_ns - *window_ns_) % choice_.piece_ns;
  return true;
}

void TimelineSink::ChoosePiece(int64_t time_ns) {
  const bool is_over = WindowIsOver(time_ns);
  if (!is_over && !PieceIsFull()) return;
  EndPiece();
  file_ = next_piece_();
  if (file_ == nullptr) {
    nowhere_ = std::make_unique<TextSink>(std::make_unique<NoFile>());
    file_ = nowhere_.get();
  }
  BeginPiece();
}

void TimelineSink::IntroduceProcess(uint64_t pid, const ProcessIntroduction& process) {
  if (choice_.ShowsProcess(pid)) WriteProcess(pid, process);
}

void TimelineSink::IntroduceTrack(TimelineTrack track, const TrackIntroduction& introduction) {
  if (choice_.ShowsProcess(track.pid)) WriteTrack(track, introduction);
}

void TimelineSink::BeginSlice(const TimelineText& name, TimelineTrack track,
                              const ExportTimes& times) {
  shown_ = Shows(name, track.pid);
  if (!shown_) return;
  ChoosePiece(times.start_ns);
  here_ = {track, times.start_ns, 0};
  WriteSlice(name, times);
}

void TimelineSink::BeginPoint(const FlowKind& kind, uint64_t id, TimelineTrack track,
                              int64_t time_ns) {
  shown_ = choice_.ShowsProcess(track.pid);
  if (!shown_) return;
  here_ = {track, time_ns, 0};
  WritePoint(kind, id);
}

FlowEnd TimelineSink::FlowHere() {
  if (!shown_) return {};
  here_.event = ++events_;
  return here_;
}

void TimelineSink::Flow(const FlowKind& kind, unsigned __int128 id, const FlowEnd& from,
                        const FlowEnd& to) {
  if (from.event != 0 && to.event != 0) WriteFlow(kind, id, from, to);
}

void TimelineSink::Counter(const TimelineText& name, const TimelineText& series, uint64_t pid,
                           int64_t time_ns, double value) {
  if (!Shows(name, pid)) return;
  ChoosePiece(time_ns);
  WriteCounter(name, series, pid, time_ns, value);
}

}  // namespace aclprof
