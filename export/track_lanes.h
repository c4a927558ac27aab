// track_lanes.h: slices of one track side by side, where a format has room for slices within each other only.
//
// Shape    takes slices by start. Memory grows with those that are going on at one time.
// Units    ns.
// Threads  one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace aclprof {

class TrackLanes {
 public:
  // The first lane where the slice is within, or behind, every other.
  size_t LaneFor(int64_t start_ns, int64_t stop_ns);

 private:
  using Ends = std::vector<int64_t>;  // of what is going on, the outer first

  std::vector<Ends> lanes_;
};

}  // namespace aclprof
