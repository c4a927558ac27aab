// timeline_sink.h: the events of the timeline as text: JSON arrays of Chrome trace events.
//
// Shape    names and args are given as JSON text, escaped already; times are strings of
//          microseconds, so that no reader's double can lose their digits.
// Units    ns of Unix time in, microseconds out: since 1970, or since the origin where one is set.
// Pieces   each file is an array of its own, with the names of all processes and threads so far; a flow's two ends are in
//          the same one.
// Threads  one.
// Source   docs/export.md, "Timeline".
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "export/export_times.h"
#include "export/text_sink.h"
#include "export/timeline_choice.h"

namespace aclprof {

struct TimelineTrack {
  uint64_t pid = 0;
  uint64_t tid = 0;
};

// What joins two slices: its id stands behind the name.
struct FlowKind {
  const char* name;
  const char* category;
};
inline constexpr FlowKind kHostToDevice = {"HostToDevice", "HostToDevice"};
inline constexpr FlowKind kMsTx = {"MsTx_", "MsTx"};

inline constexpr uint64_t kLargestSafeInteger = (1ull << 53) - 1;

class TimelineSink {
 public:
  // Gives the next piece's file; NULL when there can be none: the rest is thrown away.
  using NextPiece = std::function<TextSink*()>;

  TimelineSink(TextSink* text, const TimelineChoice& choice, NextPiece next_piece);

  // Before the first event; no event may be earlier.
  void CountFrom(int64_t origin_ns) { origin_ns_ = origin_ns; }

  // An X event up to its open args; the caller adds them and ends with EndArgs. One that is not chosen goes nowhere.
  TextSink* BeginSlice(std::string_view name, TimelineTrack track, const ExportTimes& times);
  // A C event, likewise.
  TextSink* BeginCounter(std::string_view name, uint64_t pid, int64_t time_ns);
  void EndArgs() { event_->Append("}}"); }
  // The track of the slice that was begun last, or none for a flow to point at where that is not shown.
  TimelineTrack Shown(TimelineTrack track) const {
    return event_ == text_ ? track : TimelineTrack();
  }

  // The track, or none where its process is not shown.
  TimelineTrack Chosen(TimelineTrack track) const {
    return choice_.ShowsProcess(track.pid) ? track : TimelineTrack();
  }

  void Metadata(std::string_view event, TimelineTrack track, std::string_view arg);
  void FlowStart(const FlowKind& kind, unsigned __int128 id, TimelineTrack track, int64_t time_ns);
  void FlowEnd(const FlowKind& kind, unsigned __int128 id, TimelineTrack track, int64_t time_ns);
  void Close() { text_->Append("]"); }

 private:
  void Choose(std::string_view name, uint64_t pid);
  bool PieceIsFull() const;
  void BeginPiece();
  void BeginEvent(std::string_view name, TimelineTrack track);
  void Separate();
  void AppendTrack(TimelineTrack track);
  void AppendTime(int64_t time_ns);
  void AppendFlow(const FlowKind& kind, unsigned __int128 id, TimelineTrack track,
                  const char* phase);

  const TimelineChoice choice_;
  const std::string name_;  // choice_.name as JSON text
  const NextPiece next_piece_;
  std::unique_ptr<TextSink> nowhere_;
  TextSink* text_;
  TextSink* event_;            // of the event at hand: text_ or nowhere_
  std::string introductions_;  // the names of processes and threads so far
  bool first_ = true;
  int64_t origin_ns_ = 0;
};

// A number, or a string of its digits where a double could not hold it.
void AppendSafeInteger(TextSink* text, uint64_t value);

}  // namespace aclprof
