#include "export/track_lanes.h"

namespace aclprof {

size_t TrackLanes::LaneFor(int64_t start_ns, int64_t stop_ns) {
  for (size_t lane = 0;; ++lane) {
    if (lane == lanes_.size()) lanes_.emplace_back();
    Ends& ends = lanes_[lane];
    while (!ends.empty() && ends.back() <= start_ns) ends.pop_back();
    if (!ends.empty() && ends.back() < stop_ns) continue;
    ends.push_back(stop_ns);
    return lane;
  }
}

}  // namespace aclprof
