// timeline_sink.h: the events of the timeline as text: one JSON array of Chrome trace events.
//
// Shape    names and args are given as JSON text, escaped already; times are strings of
//          microseconds, so that no reader's double can lose their digits.
// Units    ns of Unix time in, microseconds out: since 1970, or since the origin where one is set.
// Threads  one.
// Source   docs/export.md, "Timeline".
#pragma once

#include <cstdint>
#include <string_view>

#include "export/export_times.h"
#include "export/text_sink.h"

namespace aclprof {

struct TimelineTrack {
  uint64_t pid = 0;
  uint64_t tid = 0;
};

inline constexpr uint64_t kLargestSafeInteger = (1ull << 53) - 1;

class TimelineSink {
 public:
  explicit TimelineSink(TextSink* text) : text_(text) { text_->Append("["); }

  // Before the first event; no event may be earlier.
  void CountFrom(int64_t origin_ns) { origin_ns_ = origin_ns; }

  // An X event up to its open args; the caller adds them and ends with EndArgs.
  TextSink* BeginSlice(std::string_view name, TimelineTrack track, const ExportTimes& times);
  // A C event, likewise.
  TextSink* BeginCounter(std::string_view name, uint64_t pid, int64_t time_ns);
  void EndArgs() { text_->Append("}}"); }

  void Metadata(std::string_view event, TimelineTrack track, std::string_view arg);
  void FlowStart(unsigned __int128 id, TimelineTrack track, int64_t time_ns);
  void FlowEnd(unsigned __int128 id, TimelineTrack track, int64_t time_ns);
  void Close() { text_->Append("]"); }

 private:
  void BeginEvent(std::string_view name, TimelineTrack track);
  void AppendTrack(TimelineTrack track);
  void AppendTime(int64_t time_ns);
  void AppendFlow(unsigned __int128 id, TimelineTrack track, const char* phase);

  TextSink* text_;
  bool first_ = true;
  int64_t origin_ns_ = 0;
};

// A number, or a string of its digits where a double could not hold it.
void AppendSafeInteger(TextSink* text, uint64_t value);

}  // namespace aclprof
