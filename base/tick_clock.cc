#include "base/tick_clock.h"

#include <time.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace aclprof {
namespace {

constexpr uint64_t kFixedStep = 1000;
constexpr int64_t kFixedRealtimeNs = 1767225600000000000;  // 2026-01-01T00:00:00Z

std::atomic<uint64_t> fixed_ticks{0};

bool ReadFixed() {
  const char* value = std::getenv("ACLPROF_CLOCK");
  return value != nullptr && std::strcmp(value, "fixed") == 0;
}

// Read when the library is loaded: a signal handler may be the first to ask for the time.
const bool fixed = ReadFixed();

int64_t Read(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<int64_t>(now.tv_sec) * 1000000000 + now.tv_nsec;
}

}  // namespace

bool ClockIsFixed() { return fixed; }

uint64_t NowTicks() {
  if (fixed) return fixed_ticks.fetch_add(kFixedStep, std::memory_order_relaxed);
  return static_cast<uint64_t>(Read(CLOCK_MONOTONIC_RAW));
}

ClockMoment NowMoment() {
  if (fixed) {
    const uint64_t ticks = fixed_ticks.load(std::memory_order_relaxed);
    return {ticks, static_cast<int64_t>(ticks), kFixedRealtimeNs + static_cast<int64_t>(ticks)};
  }
  // The realtime is read between two readings of the other and paired with their middle.
  const int64_t before = Read(CLOCK_MONOTONIC_RAW);
  const int64_t realtime = Read(CLOCK_REALTIME);
  const int64_t middle = before + (Read(CLOCK_MONOTONIC_RAW) - before) / 2;
  return {static_cast<uint64_t>(middle), middle, realtime};
}

const char* ClockSourceName() { return fixed ? "fixed" : "monotonic_raw"; }

}  // namespace aclprof
