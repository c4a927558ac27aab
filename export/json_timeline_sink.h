// json_timeline_sink.h: a timeline as JSON arrays of Chrome trace events.
//
// Shape    times are strings of microseconds, so that no reader's double can lose their digits; a flow's two ends stand
//          behind the slice that completed it, and so in the same file.
// Source   docs/export.md, "Timeline".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "export/number_text.h"
#include "export/timeline_sink.h"

namespace aclprof {

class JsonTimelineSink final : public TimelineSink {
 public:
  JsonTimelineSink(TextSink* file, const TimelineChoice& choice, NextPiece next_piece);
  void Close() override { file()->Append("]"); }

 private:
  struct FlowAtHand {
    FlowKind kind;
    unsigned __int128 id;
    FlowEnd from;
    FlowEnd to;
  };

  void WriteProcess(uint64_t pid, const ProcessIntroduction& process) override;
  void WriteTrack(TimelineTrack track, const TrackIntroduction& introduction) override;
  void WriteSlice(const TimelineText& name, const ExportTimes& times) override;
  void WritePoint(const FlowKind&, uint64_t) override { is_point_ = true; }
  void WriteNumber(std::string_view key, uint64_t value) override;
  void WriteDecimal(std::string_view key, double value) override;
  void WriteTrue(std::string_view key) override;
  void WriteText(std::string_view key, const TimelineText& value) override;
  void WritePlainText(std::string_view key, std::string_view value) override;
  void WriteFlow(const FlowKind& kind, unsigned __int128 id, const FlowEnd& from,
                 const FlowEnd& to) override;
  void WriteEnd() override;
  void WriteCounter(const TimelineText& name, const TimelineText& series, uint64_t pid,
                    int64_t time_ns, double value) override;
  void EndPiece() override { Close(); }
  void BeginPiece() override;

  void Separate();
  void BeginEvent(std::string_view name, TimelineTrack track);
  void AppendTrack(TimelineTrack track);
  void AppendTime(int64_t time_ns);
  void AppendKey(std::string_view key);
  void AppendQuoted(std::string_view text);
  void Metadata(const char* event, TimelineTrack track, const std::string& arg);
  void AppendFlowEnd(const FlowAtHand& flow, const FlowEnd& end, const char* phase);

  std::string introductions_;  // the names of processes and threads so far
  std::vector<FlowAtHand> flows_;
  NearMicros times_;
  bool first_ = true;      // of the file
  bool first_arg_ = true;  // of the event
  bool is_point_ = false;
};

}  // namespace aclprof
