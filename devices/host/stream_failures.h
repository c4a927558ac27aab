// stream_failures.h: what tasks failed with that nobody waits for one by one: kept until the next wait for their stream
// or their device.
//
// Shape    the first failure of each stream. Whoever destroys a stream takes its failure.
// Threads  any.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "devices/host/host_status.h"

namespace aclprof {

class StreamFailures {
 public:
  void Add(uint32_t stream_id, HostStatus failure);
  // What the stream failed with since the last Take; OK: nothing.
  HostStatus Take(uint32_t stream_id);
  // The first of all streams; the others are forgotten.
  HostStatus TakeFirst();

 private:
  std::mutex mutex_;
  std::vector<std::pair<uint32_t, HostStatus>> failures_;
};

}  // namespace aclprof
