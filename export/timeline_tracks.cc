#include "export/timeline_tracks.h"

#include "aclprof/producer.h"

namespace aclprof {
namespace {

TimelineText Numbered(const char* kind, uint64_t number) {
  return TimelineText(std::string(kind) + " " +
                      (number == ACLPROFX_NONE ? "N/A" : std::to_string(number)));
}

}  // namespace

TimelineTracks::TimelineTracks(const SessionInfo& info, TimelineSink* sink)
    : sink_(sink),
      process_id_(info.process_id),
      process_name_(info.process_name.empty() ? "Application" : info.process_name) {
  for (const DeviceInfo& device : info.devices) device_names_[device.id] = device.name;
}

uint64_t TimelineTracks::Process(Layer layer, int32_t device_id, uint32_t process_id) {
  const uint64_t pid = LayerPid(process_id == 0 ? process_id_ : process_id, layer, device_id);
  if (processes_.insert(pid).second) Introduce(layer, device_id, pid);
  return pid;
}

void TimelineTracks::Introduce(Layer layer, int32_t device_id, uint64_t pid) {
  sink_->IntroduceProcess(pid,
                          {TimelineText(layer == Layer::kMarks ? process_name_ : LayerName(layer)),
                           TimelineText(LabelOf(device_id)), static_cast<int>(layer)});
}

// What ran where no NPU is says so.
std::string TimelineTracks::LabelOf(int32_t device_id) const {
  if (device_id < 0) return "CPU";
  const std::string label = "NPU " + std::to_string(device_id);
  const auto named = device_names_.find(device_id);
  return named == device_names_.end() || named->second.empty() ? label
                                                               : label + "," + named->second;
}

TimelineTrack TimelineTracks::Thread(uint64_t pid, uint64_t tid) {
  if (tracks_.insert({pid, tid}).second)
    sink_->IntroduceTrack({pid, tid}, {Numbered("Thread", tid), true});
  return {pid, tid};
}

TimelineTrack TimelineTracks::Stream(uint64_t pid, uint64_t tid) {
  if (tracks_.insert({pid, tid}).second)
    sink_->IntroduceTrack({pid, tid}, {Numbered("Stream", tid), false});
  return {pid, tid};
}

TimelineTrack TimelineTracks::Named(uint64_t pid, uint64_t tid, const std::string& name) {
  if (tracks_.insert({pid, tid}).second)
    sink_->IntroduceTrack({pid, tid}, {TimelineText(name), false});
  return {pid, tid};
}

}  // namespace aclprof
