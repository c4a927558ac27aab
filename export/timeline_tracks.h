// timeline_tracks.h: the processes and threads of the timeline, each introduced when first used.
//
// Shape    memory grows with the tracks. An introduction stands before the track's first event.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "export/timeline_layers.h"
#include "export/timeline_sink.h"
#include "readers/session_reader.h"

namespace aclprof {

class TimelineTracks {
 public:
  TimelineTracks(const SessionInfo& info, TimelineSink* sink);

  // The number of a layer of the session's process; of another process where process_id is not 0.
  uint64_t Process(Layer layer, int32_t device_id, uint32_t process_id = 0);
  // "Thread 195781" of a layer, a thread of the host.
  TimelineTrack Thread(uint64_t pid, uint64_t tid);
  // "Stream 46".
  TimelineTrack Stream(uint64_t pid, uint64_t tid);
  // One with a name of its own.
  TimelineTrack Named(uint64_t pid, uint64_t tid, const std::string& name);

 private:
  void Introduce(Layer layer, int32_t device_id, uint64_t pid);
  std::string LabelOf(int32_t device_id) const;

  TimelineSink* sink_;
  const uint32_t process_id_;
  const std::string process_name_;
  std::map<int32_t, std::string> device_names_;
  std::set<uint64_t> processes_;
  std::set<std::pair<uint64_t, uint64_t>> tracks_;
};

}  // namespace aclprof
