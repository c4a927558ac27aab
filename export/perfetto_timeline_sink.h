// perfetto_timeline_sink.h: a timeline as a Perfetto trace: packets of track events.
//
// Shape    a slice is a begin and an end on a track where it crosses no other; what crosses goes on further tracks of the
//          same name, which Perfetto draws as one. A flow's ends carry the number of one of them.
// Units    whole ns: a duration is the difference of the rounded times.
// Pieces   each begins with nothing that is known, and describes its tracks itself.
// Source   docs/export.md, "Perfetto trace".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "export/interned_texts.h"
#include "export/perfetto_fields.h"
#include "export/timeline_sink.h"
#include "export/track_lanes.h"

namespace aclprof {

class PerfettoTimelineSink final : public TimelineSink {
 public:
  using TimelineSink::TimelineSink;
  void Close() override { TellClock(origin_ns()); }

 private:
  struct Track {
    TrackIntroduction introduction;
    TrackLanes lanes;
  };

  void WriteProcess(uint64_t pid, const ProcessIntroduction& process) override;
  void WriteTrack(TimelineTrack track, const TrackIntroduction& introduction) override;
  void WriteSlice(const TimelineText& name, const ExportTimes& times) override;
  void WritePoint(const FlowKind& kind, uint64_t id) override;
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
  void EndPiece() override {}
  void BeginPiece() override;

  void BeginEvent(perfetto::EventType type, uint64_t track_uuid);
  void NameEvent(std::string_view name);
  template <typename Put>
  void Annotate(std::string_view key, Put put);
  // The uuid of a track that the file describes from now on.
  uint64_t LaneOf(TimelineTrack track, size_t lane);
  uint64_t ProcessOf(uint64_t pid);
  uint64_t CounterOf(uint64_t pid, const std::string& name);
  std::string LaneDescriptor(TimelineTrack track, size_t lane, uint64_t uuid);
  bool IsThread(TimelineTrack track) const;
  int32_t PidOf(uint64_t pid);
  void WriteEvent(int64_t time_ns);
  void WriteDescriptor(const std::string& descriptor);
  void TellClock(int64_t time_ns);
  void WritePacket(perfetto::PacketField kind, const std::string& message,
                   const int64_t* time_ns = nullptr);
  void AppendPacket(const std::string& packet);
  uint64_t TraceTime(int64_t time_ns) const;

  std::map<uint64_t, ProcessIntroduction> processes_;
  std::map<std::pair<uint64_t, uint64_t>, Track> tracks_;
  std::unordered_map<uint64_t, int32_t> far_pids_;
  // Of the file:
  std::unordered_set<uint64_t> described_;
  InternedTexts texts_;
  bool knows_nothing_ = true;
  bool clock_is_told_ = false;
  // Of the event at hand:
  std::string event_;
  int64_t stop_ns_ = 0;
  uint64_t track_uuid_ = 0;
  bool is_slice_ = false;
  bool is_flow_end_ = false;
  std::vector<uint64_t> flows_;
  std::string packet_;
};

}  // namespace aclprof
