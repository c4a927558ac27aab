#include "base/tick_clock.h"

#include <time.h>

#include <atomic>
#include <cstdlib>
#include <string_view>

#include "aclprof/producer.h"
#include "base/counter_trust.h"

namespace aclprof {
namespace {

constexpr uint64_t kNanosPerSecond = 1000000000;
constexpr uint64_t kFixedStep = 1000;
constexpr int64_t kFixedRealtimeNs = 1767225600000000000;  // 2026-01-01T00:00:00Z
// An interrupt between the readings of a moment shows as a long one: the shortest of so many counts.
constexpr int kReadings = 4;
// Two readings this far apart give the rate to some 10 in a million, and stamps in the files correct the rest.
constexpr int64_t kRateNs = 5000000;

enum class Source { kMonotonicRaw, kCounter, kFixed };

int64_t Read(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<int64_t>(now.tv_sec) * static_cast<int64_t>(kNanosPerSecond) + now.tv_nsec;
}

std::string_view Wanted() {
  const char* const value = std::getenv("ACLPROF_CLOCK");
  return value == nullptr ? "auto" : value;
}

// The counter waits for the loads before it: see NowTicks.
uint64_t ReadCounter() {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
  return aclprofx_counter();
}

// The realtime stands in the middle of two readings of each of the others.
ClockMoment ReadMoment(bool counter, uint64_t* span) {
  const uint64_t ticks_before = counter ? ReadCounter() : 0;
  const int64_t before = Read(CLOCK_MONOTONIC_RAW);
  const int64_t realtime = Read(CLOCK_REALTIME);
  const int64_t after = Read(CLOCK_MONOTONIC_RAW);
  const uint64_t ticks_after = counter ? ReadCounter() : 0;
  const int64_t middle = before + (after - before) / 2;
  *span = counter ? ticks_after - ticks_before : static_cast<uint64_t>(after - before);
  const uint64_t ticks =
      counter ? ticks_before + (ticks_after - ticks_before) / 2 : static_cast<uint64_t>(middle);
  return {ticks, middle, realtime};
}

ClockMoment BestMoment(bool counter) {
  uint64_t best_span = UINT64_MAX;
  ClockMoment best;
  for (int i = 0; i < kReadings; ++i) {
    uint64_t span = 0;
    const ClockMoment moment = ReadMoment(counter, &span);
    if (span >= best_span) continue;
    best = moment;
    best_span = span;
  }
  return best;
}

// Decided when the library is loaded: a signal handler may be the first to ask for the time.
struct Choice {
  Choice() {
    const std::string_view wanted = Wanted();
    if (wanted != "auto" && wanted != "tsc" && wanted != "monotonic" && wanted != "fixed")
      note = "ACLPROF_CLOCK is none of auto, tsc, monotonic and fixed: auto was taken";
    if (wanted == "fixed") source = Source::kFixed;
    if (wanted == "fixed" || wanted == "monotonic") return;
    if (const char* const why = WhyCounterIsNotTrusted(); why != nullptr) {
      note = why;
      return;
    }
    source = Source::kCounter;
    loaded = BestMoment(/*counter=*/true);
  }
  Source source = Source::kMonotonicRaw;
  const char* note = "";
  ClockMoment loaded;
};

const Choice choice;
std::atomic<uint64_t> fixed_ticks{0};

ClockMoment FixedMoment() { return FixedMomentAt(fixed_ticks.load(std::memory_order_relaxed)); }

}  // namespace

ClockMoment FixedMomentAt(uint64_t ticks) {
  return {ticks, static_cast<int64_t>(ticks), kFixedRealtimeNs + static_cast<int64_t>(ticks)};
}

uint64_t NowTicks() {
  if (choice.source == Source::kCounter) return ReadCounter();
  if (choice.source == Source::kFixed)
    return fixed_ticks.fetch_add(kFixedStep, std::memory_order_relaxed);
  return static_cast<uint64_t>(Read(CLOCK_MONOTONIC_RAW));
}

ClockMoment NowMoment() {
  if (choice.source == Source::kFixed) return FixedMoment();
  return BestMoment(choice.source == Source::kCounter);
}

int64_t MonotonicNs() {
  return choice.source == Source::kFixed ? FixedMoment().monotonic_raw_ns
                                         : Read(CLOCK_MONOTONIC_RAW);
}

uint64_t TicksPerSecond() {
  if (choice.source != Source::kCounter) return kNanosPerSecond;
  const int64_t age_ns = Read(CLOCK_MONOTONIC_RAW) - choice.loaded.monotonic_raw_ns;
  if (age_ns < kRateNs) {
    const timespec rest{0, kRateNs - age_ns};
    nanosleep(&rest, nullptr);
  }
  const ClockMoment now = NowMoment();
  const auto ticks = static_cast<unsigned __int128>(now.ticks - choice.loaded.ticks);
  const auto ns = static_cast<uint64_t>(now.monotonic_raw_ns - choice.loaded.monotonic_raw_ns);
  return ns == 0 ? kNanosPerSecond : static_cast<uint64_t>(ticks * kNanosPerSecond / ns);
}

bool ClockIsCounter() { return choice.source == Source::kCounter; }

bool ClockIsFixed() { return choice.source == Source::kFixed; }

const char* ClockSourceName() {
  if (choice.source == Source::kFixed) return "fixed";
  if (choice.source == Source::kMonotonicRaw) return "monotonic_raw";
#if defined(__aarch64__)
  return "cntvct";
#else
  return "tsc";
#endif
}

const char* ClockNote() { return choice.note; }

}  // namespace aclprof
