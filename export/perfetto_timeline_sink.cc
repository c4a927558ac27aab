#include "export/perfetto_timeline_sink.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <protozero/pbf_writer.hpp>
#include <protozero/varint.hpp>

#include "base/checksum.h"

namespace aclprof {
namespace {

using protozero::pbf_writer;

constexpr uint32_t kSequence = 1;
constexpr uint64_t kLargestPid = std::numeric_limits<int32_t>::max();
constexpr uint64_t kNoTrack = std::numeric_limits<uint64_t>::max();

// The same in every file. 0 is nobody's.
uint64_t UuidOf(uint64_t pid, uint64_t tid, uint64_t lane, std::string_view name = "") {
  const uint64_t place[] = {pid, tid, lane};
  return std::max<uint64_t>(Checksum(name.data(), name.size(), Checksum(place, sizeof(place))), 1);
}

void AddText(pbf_writer* message, uint32_t field, std::string_view text) {
  message->add_string(field, text.data(), text.size());
}

void AddClock(pbf_writer* snapshot, perfetto::ClockNumber number, uint64_t time) {
  pbf_writer clock(*snapshot, perfetto::kClocks);
  clock.add_uint32(perfetto::kClockId, number);
  clock.add_uint64(perfetto::kClockTime, time);
}

}  // namespace

void PerfettoTimelineSink::BeginPiece() {
  described_.clear();
  for (auto& [place, track] : tracks_) track.lanes = {};
  texts_.Forget();
  knows_nothing_ = true;
  clock_is_told_ = false;
}

void PerfettoTimelineSink::WriteProcess(uint64_t pid, const ProcessIntroduction& process) {
  processes_[pid] = process;
}

void PerfettoTimelineSink::WriteTrack(TimelineTrack track, const TrackIntroduction& introduction) {
  tracks_[{track.pid, track.tid}].introduction = introduction;
}

// A trace has 31 bits for it: a larger one gets a number from the upper end.
int32_t PerfettoTimelineSink::PidOf(uint64_t pid) {
  if (pid <= kLargestPid) return static_cast<int32_t>(pid);
  const auto next = static_cast<int32_t>(kLargestPid - far_pids_.size());
  return far_pids_.try_emplace(pid, next).first->second;
}

uint64_t PerfettoTimelineSink::ProcessOf(uint64_t pid) {
  const uint64_t uuid = UuidOf(pid, kNoTrack, 0);
  if (!described_.insert(uuid).second) return uuid;
  const ProcessIntroduction& known = processes_[pid];
  std::string descriptor;
  pbf_writer track(descriptor);
  track.add_uint64(perfetto::kUuid, uuid);
  {
    pbf_writer process(track, perfetto::kProcess);
    process.add_int32(perfetto::kProcessPid, PidOf(pid));
    process.add_int32(perfetto::kSortIndex, known.place);
    AddText(&process, perfetto::kProcessName, known.name.utf8);
    AddText(&process, perfetto::kProcessLabels, known.labels.utf8);
  }
  WriteDescriptor(descriptor);
  return uuid;
}

// Where the number is none of a thread, readers would take it for something else.
bool PerfettoTimelineSink::IsThread(TimelineTrack track) const {
  return tracks_.at({track.pid, track.tid}).introduction.is_host_thread && track.tid > 0 &&
         track.tid <= kLargestPid;
}

uint64_t PerfettoTimelineSink::LaneOf(TimelineTrack track, size_t lane) {
  const uint64_t uuid = UuidOf(track.pid, track.tid, lane);
  if (described_.insert(uuid).second) WriteDescriptor(LaneDescriptor(track, lane, uuid));
  return uuid;
}

std::string PerfettoTimelineSink::LaneDescriptor(TimelineTrack track, size_t lane, uint64_t uuid) {
  const std::string& name = tracks_.at({track.pid, track.tid}).introduction.name.utf8;
  const bool is_thread = IsThread(track);
  const uint64_t parent = is_thread && lane > 0 ? LaneOf(track, 0) : ProcessOf(track.pid);
  std::string descriptor;
  pbf_writer message(descriptor);
  message.add_uint64(perfetto::kUuid, uuid);
  AddText(&message, perfetto::kTrackName, name);
  message.add_uint64(perfetto::kParentUuid, parent);
  if (!is_thread || lane > 0) return descriptor;
  pbf_writer thread(message, perfetto::kThread);
  thread.add_int32(perfetto::kThreadPid, PidOf(track.pid));
  thread.add_int64(perfetto::kThreadTid, static_cast<int64_t>(track.tid));
  AddText(&thread, perfetto::kThreadName, name);
  thread.commit();
  return descriptor;
}

uint64_t PerfettoTimelineSink::CounterOf(uint64_t pid, const std::string& name) {
  const uint64_t uuid = UuidOf(pid, kNoTrack, 1, name);
  if (!described_.insert(uuid).second) return uuid;
  const uint64_t process = ProcessOf(pid);
  std::string descriptor;
  pbf_writer message(descriptor);
  message.add_uint64(perfetto::kUuid, uuid);
  AddText(&message, perfetto::kTrackName, name);
  message.add_uint64(perfetto::kParentUuid, process);
  message.add_message(perfetto::kCounter, "", 0);
  WriteDescriptor(descriptor);
  return uuid;
}

void PerfettoTimelineSink::BeginEvent(perfetto::EventType type, uint64_t track_uuid) {
  event_.clear();
  flows_.clear();
  is_flow_end_ = false;
  pbf_writer event(event_);
  event.add_enum(perfetto::kEventType, type);
  event.add_uint64(perfetto::kTrackUuid, track_uuid);
}

void PerfettoTimelineSink::NameEvent(std::string_view name) {
  if (texts_.IsFull()) {
    texts_.Forget();
    knows_nothing_ = true;
  }
  pbf_writer event(event_);
  const uint64_t number = texts_.Of(perfetto::kEventNames, name);
  if (number == 0)
    AddText(&event, perfetto::kName, name);
  else
    event.add_uint64(perfetto::kNameIid, number);
}

void PerfettoTimelineSink::WriteSlice(const TimelineText& name, const ExportTimes& times) {
  const TimelineTrack track = here().track;
  TrackLanes& lanes = tracks_.at({track.pid, track.tid}).lanes;
  track_uuid_ = LaneOf(track, lanes.LaneFor(times.start_ns, times.stop_ns));
  BeginEvent(perfetto::kSliceBegin, track_uuid_);
  NameEvent(name.utf8);
  stop_ns_ = times.stop_ns;
  is_slice_ = true;
}

void PerfettoTimelineSink::WritePoint(const FlowKind& kind, uint64_t id) {
  BeginEvent(perfetto::kInstant, LaneOf(here().track, 0));
  NameEvent(kind.name + std::to_string(id));
  is_slice_ = false;
}

template <typename Put>
void PerfettoTimelineSink::Annotate(std::string_view key, Put put) {
  pbf_writer event(event_);
  pbf_writer annotation(event, perfetto::kDebugAnnotations);
  annotation.add_uint64(perfetto::kAnnotationNameIid, texts_.Of(perfetto::kAnnotationNames, key));
  put(&annotation);
}

void PerfettoTimelineSink::WriteNumber(std::string_view key, uint64_t value) {
  Annotate(key, [&](pbf_writer* to) { to->add_uint64(perfetto::kUintValue, value); });
}

void PerfettoTimelineSink::WriteDecimal(std::string_view key, double value) {
  Annotate(key, [&](pbf_writer* to) { to->add_double(perfetto::kDoubleValue, value); });
}

void PerfettoTimelineSink::WriteTrue(std::string_view key) {
  Annotate(key, [](pbf_writer* to) { to->add_bool(perfetto::kBoolValue, true); });
}

void PerfettoTimelineSink::WriteText(std::string_view key, const TimelineText& value) {
  WritePlainText(key, value.utf8);
}

void PerfettoTimelineSink::WritePlainText(std::string_view key, std::string_view value) {
  Annotate(key, [&](pbf_writer* to) {
    const uint64_t number = texts_.Of(perfetto::kAnnotationTexts, value);
    if (number == 0)
      AddText(to, perfetto::kStringValue, value);
    else
      to->add_uint64(perfetto::kStringValueIid, number);
  });
}

// The end that was written before carries its own number.
void PerfettoTimelineSink::WriteFlow(const FlowKind&, unsigned __int128, const FlowEnd& from,
                                     const FlowEnd& to) {
  const bool ends_here = to.event == here().event;
  flows_.push_back(ends_here ? from.event : to.event);
  is_flow_end_ |= ends_here;
}

// Whatever may still be joined with what comes carries its own number as well.
void PerfettoTimelineSink::WriteEnd() {
  if (here().event != 0 && !is_flow_end_) flows_.push_back(here().event);
  pbf_writer event(event_);
  for (const uint64_t flow : flows_) event.add_fixed64(perfetto::kFlowIds, flow);
  WriteEvent(here().time_ns);
  if (!is_slice_) return;
  BeginEvent(perfetto::kSliceEnd, track_uuid_);
  WriteEvent(stop_ns_);
}

// What is no number has no place on an axis.
void PerfettoTimelineSink::WriteCounter(const TimelineText& name, const TimelineText& series,
                                        uint64_t pid, int64_t time_ns, double value) {
  if (!std::isfinite(value)) return;
  const std::string both = name.utf8 + (series.utf8.empty() ? "" : " " + series.utf8);
  BeginEvent(perfetto::kCounterValue, CounterOf(pid, both));
  pbf_writer(event_).add_double(perfetto::kDoubleCounterValue, value);
  WriteEvent(time_ns);
}

uint64_t PerfettoTimelineSink::TraceTime(int64_t time_ns) const {
  return static_cast<uint64_t>(std::max<int64_t>(time_ns - origin_ns(), 0));
}

void PerfettoTimelineSink::WriteEvent(int64_t time_ns) {
  TellClock(time_ns);
  WritePacket(perfetto::kTrackEvent, event_, &time_ns);
}

void PerfettoTimelineSink::WriteDescriptor(const std::string& descriptor) {
  WritePacket(perfetto::kTrackDescriptor, descriptor);
}

// What the trace's own clock shows at one moment of Unix time. A packet that is of no sequence: readers take nothing else
// of it.
void PerfettoTimelineSink::TellClock(int64_t time_ns) {
  if (clock_is_told_) return;
  clock_is_told_ = true;
  std::string message;
  pbf_writer packet(message);
  {
    pbf_writer snapshot(packet, perfetto::kClockSnapshot);
    AddClock(&snapshot, perfetto::kBootTime, TraceTime(time_ns));
    AddClock(&snapshot, perfetto::kRealTime, static_cast<uint64_t>(std::max<int64_t>(time_ns, 0)));
  }
  AppendPacket(message);
}

void PerfettoTimelineSink::WritePacket(perfetto::PacketField kind, const std::string& message,
                                       const int64_t* time_ns) {
  packet_.clear();
  pbf_writer packet(packet_);
  if (time_ns != nullptr) packet.add_uint64(perfetto::kTimestamp, TraceTime(*time_ns));
  packet.add_uint32(perfetto::kSequenceId, kSequence);
  uint32_t flags = perfetto::kNeedsState;
  if (knows_nothing_) flags |= perfetto::kStateCleared;
  packet.add_uint32(perfetto::kSequenceFlags, flags);
  knows_nothing_ = false;
  if (!texts_.added().empty()) packet.add_message(perfetto::kInternedData, texts_.added());
  texts_.ClearAdded();
  packet.add_message(kind, message);
  AppendPacket(packet_);
}

void PerfettoTimelineSink::AppendPacket(const std::string& packet) {
  constexpr size_t kMostHeaderBytes = 11;
  char* header = file()->Reserve(kMostHeaderBytes);
  *header++ = static_cast<char>(perfetto::kPacket << 3 | 2);
  header += protozero::add_varint_to_buffer(header, packet.size());
  file()->Advance(header);
  file()->Append(packet);
}

}  // namespace aclprof
