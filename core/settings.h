// settings.h: the knobs of the pipeline, their defaults and their bounds.
//
// Units    in the names.
// Threads  Get and Set from any thread; what is made afterwards (rings, sessions) sees the new values.
// Errors   Set refuses a value out of bounds by name and changes nothing.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace aclprof {

struct Settings {
  uint64_t device_ring_bytes = 8u << 20;
  uint64_t host_ring_bytes = 256u << 10;
  uint64_t block_bytes = 64u << 10;
  uint64_t ring_cap_bytes =
      128u << 20;                      // all rings together; beyond it records are dropped(no ring)
  uint32_t policy = 0;                 // ACLPROFX_POLICY_*
  uint64_t wait_bound_ns = 100000000;  // policy block: how long an emit may wait; 0 = no bound
  uint64_t flush_interval_ns = 1000000000;
  uint64_t max_file_bytes = 64u << 20;
  uint64_t max_file_age_ns = 0;  // 0 = files rotate by size alone
  uint64_t stop_bound_ns = 30000000000;
  uint64_t write_stall_ns =
      2000000000;                  // a session without progress this long gets its blocks dropped
  uint32_t helpers = 1;            // threads of TBB that encode, at most
  uint32_t blocks_in_flight = 32;  // per session, between ring and file
};

// Seventy years: added to a clock of today it is still a time.
inline constexpr uint64_t kMostWaitNs = ~uint64_t{0} >> 3;

Settings GetSettings();
Status SetSettings(const Settings& settings);

// Around fork, so that the child finds them whole.
void LockSettingsForFork();
void UnlockSettingsAfterFork();

}  // namespace aclprof
