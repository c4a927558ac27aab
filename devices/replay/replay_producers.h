// replay_producers.h: the rings that a replay feeds: one for each device and one for everything that ran on the host.
//
// Threads  opened, fed and closed by one thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "aclprof/producer.h"
#include "base/status.h"

namespace aclprof {

struct ReplayProducerOptions {
  std::string name;  // what the exports call the devices: "replay of x.csv"
  aclprofx_clock clock{};
  bool block = true;  // wait for room without a bound; else drop and count
};

class ReplayProducers {
 public:
  ReplayProducers() = default;
  ~ReplayProducers();
  ReplayProducers(const ReplayProducers&) = delete;
  ReplayProducers& operator=(const ReplayProducers&) = delete;

  // On failure those opened already are closed again.
  Status Open(const std::vector<int32_t>& devices, const ReplayProducerOptions& options);
  void Close();
  // device_id: one of those opened, or -1 for the host.
  aclprofx_ring* RingOf(int32_t device_id) const { return rings_.at(device_id); }

 private:
  std::map<int32_t, aclprofx_ring*> rings_;
};

}  // namespace aclprof
