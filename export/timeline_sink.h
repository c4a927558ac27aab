// timeline_sink.h: the events of a timeline on their way into files, whatever the format: which of them are shown, and
// in which file.
//
// Shape    an event is begun, gets its args and flows, and is ended. One that is not chosen goes nowhere.
// Units    ns of Unix time in; in the files since 1970, or since the origin where one is set.
// Pieces   each file is a timeline of its own, with the names of all processes and threads so far. What is told late stands in
//          the piece that is being written then.
// Threads  one.
// Source   docs/export.md, "Timeline".
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "export/export_times.h"
#include "export/text_sink.h"
#include "export/timeline_choice.h"
#include "export/timeline_text.h"

namespace aclprof {

struct TimelineTrack {
  uint64_t pid = 0;
  uint64_t tid = 0;
};

// Where a flow begins or ends.
struct FlowEnd {
  TimelineTrack track;
  int64_t time_ns = 0;
  uint64_t event = 0;  // its number; 0: it is not shown
};

// What joins two slices: its id stands behind the name.
struct FlowKind {
  const char* name;
  const char* category;
};
inline constexpr FlowKind kHostToDevice = {"HostToDevice", "HostToDevice"};
inline constexpr FlowKind kMsTx = {"MsTx_", "MsTx"};

struct ProcessIntroduction {
  TimelineText name;
  TimelineText labels;
  int place = 0;  // from the top
};

struct TrackIntroduction {
  TimelineText name;
  bool is_host_thread = false;
};

class TimelineSink {
 public:
  // Gives the next piece's file; NULL when there can be none: the rest is thrown away.
  using NextPiece = std::function<TextSink*()>;

  TimelineSink(TextSink* file, const TimelineChoice& choice, NextPiece next_piece);
  virtual ~TimelineSink() = default;
  TimelineSink(const TimelineSink&) = delete;
  TimelineSink& operator=(const TimelineSink&) = delete;

  // Before the first event; no event may be earlier.
  void CountFrom(int64_t origin_ns) { origin_ns_ = origin_ns; }

  void IntroduceProcess(uint64_t pid, const ProcessIntroduction& process);
  void IntroduceTrack(TimelineTrack track, const TrackIntroduction& introduction);

  void BeginSlice(const TimelineText& name, TimelineTrack track, const ExportTimes& times);
  // A moment of a track where nothing is but a flow's end.
  void BeginPoint(const FlowKind& kind, uint64_t id, TimelineTrack track, int64_t time_ns);
  // Args of the event at hand. Keys, and texts that are no names, are plain: ASCII without quotes and backslashes.
  void Number(std::string_view key, uint64_t value) {
    if (shown_) WriteNumber(key, value);
  }
  void Decimal(std::string_view key, double value) {
    if (shown_) WriteDecimal(key, value);
  }
  void True(std::string_view key) {
    if (shown_) WriteTrue(key);
  }
  void Text(std::string_view key, const TimelineText& value) {
    if (shown_) WriteText(key, value);
  }
  void PlainText(std::string_view key, std::string_view value) {
    if (shown_) WritePlainText(key, value);
  }
  // The event at hand, for a flow that may come.
  FlowEnd FlowHere();
  // One of both is the event at hand.
  void Flow(const FlowKind& kind, unsigned __int128 id, const FlowEnd& from, const FlowEnd& to);
  void EndEvent() {
    if (shown_) WriteEnd();
  }

  void Counter(const TimelineText& name, const TimelineText& series, uint64_t pid, int64_t time_ns,
               double value);
  virtual void Close() = 0;

 protected:
  TextSink* file() { return file_; }
  const FlowEnd& here() const { return here_; }
  int64_t origin_ns() const { return origin_ns_; }
  bool has_pieces() const { return choice_.HasPieces(); }

  virtual void WriteProcess(uint64_t pid, const ProcessIntroduction& process) = 0;
  virtual void WriteTrack(TimelineTrack track, const TrackIntroduction& introduction) = 0;
  virtual void WriteSlice(const TimelineText& name, const ExportTimes& times) = 0;
  virtual void WritePoint(const FlowKind& kind, uint64_t id) = 0;
  virtual void WriteNumber(std::string_view key, uint64_t value) = 0;
  virtual void WriteDecimal(std::string_view key, double value) = 0;
  virtual void WriteTrue(std::string_view key) = 0;
  virtual void WriteText(std::string_view key, const TimelineText& value) = 0;
  virtual void WritePlainText(std::string_view key, std::string_view value) = 0;
  virtual void WriteFlow(const FlowKind& kind, unsigned __int128 id, const FlowEnd& from,
                         const FlowEnd& to) = 0;
  virtual void WriteEnd() = 0;
  virtual void WriteCounter(const TimelineText& name, const TimelineText& series, uint64_t pid,
                            int64_t time_ns, double value) = 0;
  // Around the events of a piece, but not of the first.
  virtual void EndPiece() = 0;
  virtual void BeginPiece() = 0;

 private:
  bool Shows(const TimelineText& name, uint64_t pid) const;
  bool PieceIsFull() const;
  bool WindowIsOver(int64_t time_ns);
  void ChoosePiece(int64_t time_ns);

  const TimelineChoice choice_;
  const NextPiece next_piece_;
  TextSink* file_;
  std::unique_ptr<TextSink> nowhere_;
  bool shown_ = false;  // the event at hand
  FlowEnd here_;
  uint64_t events_ = 0;  // that were asked for by FlowHere
  int64_t origin_ns_ = 0;
  std::optional<int64_t> window_ns_;  // where the piece's begins
};

}  // namespace aclprof
