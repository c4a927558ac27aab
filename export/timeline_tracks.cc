#include "export/timeline_tracks.h"

#include "aclprof/producer.h"
#include "export/json_text.h"

namespace aclprof {

TimelineTracks::TimelineTracks(const SessionInfo& info, TimelineSink* sink)
    : sink_(sink),
      process_id_(info.process_id),
      process_name_(info.process_name.empty() ? "Application" : JsonEscaped(info.process_name)) {
  for (const DeviceInfo& device : info.devices) device_names_[device.id] = JsonEscaped(device.name);
}

uint64_t TimelineTracks::Process(Layer layer, int32_t device_id, uint32_t process_id) {
  const uint64_t pid = LayerPid(process_id == 0 ? process_id_ : process_id, layer, device_id);
  if (processes_.insert(pid).second) Introduce(layer, device_id, pid);
  return pid;
}

void TimelineTracks::Introduce(Layer layer, int32_t device_id, uint64_t pid) {
  const std::string name = layer == Layer::kMarks ? process_name_ : std::string(LayerName(layer));
  const std::string place = std::to_string(static_cast<int>(layer));
  sink_->Metadata("process_name", {pid, 0}, "\"name\":\"" + name + "\"");
  sink_->Metadata("process_labels", {pid, 0}, "\"labels\":\"" + LabelOf(device_id) + "\"");
  sink_->Metadata("process_sort_index", {pid, 0}, "\"sort_index\":" + place);
}

// What ran where no NPU is says so.
std::string TimelineTracks::LabelOf(int32_t device_id) const {
  if (device_id < 0) return "CPU";
  const std::string label = "NPU " + std::to_string(device_id);
  const auto named = device_names_.find(device_id);
  return named == device_names_.end() || named->second.empty() ? label
                                                               : label + "," + named->second;
}

TimelineTrack TimelineTracks::Thread(uint64_t pid, uint64_t tid, const char* kind) {
  if (!threads_.insert({pid, tid}).second) return {pid, tid};
  const std::string number = tid == ACLPROFX_NONE ? "N/A" : std::to_string(tid);
  IntroduceThread({pid, tid}, std::string(kind) + " " + number);
  return {pid, tid};
}

TimelineTrack TimelineTracks::Named(uint64_t pid, uint64_t tid, const std::string& name) {
  if (threads_.insert({pid, tid}).second) IntroduceThread({pid, tid}, name);
  return {pid, tid};
}

void TimelineTracks::IntroduceThread(TimelineTrack track, const std::string& name) {
  sink_->Metadata("thread_name", track, "\"name\":\"" + name + "\"");
  sink_->Metadata("thread_sort_index", track, "\"sort_index\":" + std::to_string(track.tid));
}

}  // namespace aclprof
