// burst_pace.h: how every hot path here is measured: bursts of 10,000 emits, their averages, and time between them in
// which whoever consumes the records comes to the end of them.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "devices/load/burst_times.h"

namespace aclprof {

inline constexpr size_t kBurst = 10000;

using BenchClock = std::chrono::steady_clock;

// Runs one burst and notes what an emit of it cost; gives back the seconds.
template <typename Burst>
double TimeBurst(BurstTimes* times, Burst burst) {
  const auto begin = BenchClock::now();
  burst();
  const std::chrono::duration<double> seconds = BenchClock::now() - begin;
  times->Add(seconds.count() * 1e9 / kBurst);
  return seconds.count();
}

// Spins: a processor that was idle is slow for a while.
inline void SpinUntil(BenchClock::time_point end) {
  while (BenchClock::now() < end) {
  }
}

inline void Report(benchmark::State& state, const std::string& name, const BurstTimes& times) {
  state.counters[name + "_ns"] = times.Median();
  state.counters[name + "_p99_ns"] = times.P99();
}

// Records a second that `burst` gets rid of, after a warm-up that fills what is between it and the file.
template <typename Burst>
double SustainedRate(std::chrono::nanoseconds warm_up, std::chrono::nanoseconds run, Burst burst) {
  const auto begin = BenchClock::now() + warm_up;
  while (BenchClock::now() < begin) burst();
  const auto measured = BenchClock::now();
  uint64_t records = 0;
  for (; BenchClock::now() < measured + run; records += kBurst) burst();
  return static_cast<double>(records) /
         std::chrono::duration<double>(BenchClock::now() - measured).count();
}

// A directory of this process, where the system keeps its temporary files; gone with the object.
class BenchDirectory {
 public:
  explicit BenchDirectory(const std::string& name)
      : path_((std::filesystem::temp_directory_path() /
               ("aclprof_" + name + "_" + std::to_string(getpid())))
                  .string()) {
    std::filesystem::create_directories(path_);
  }
  ~BenchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

}  // namespace aclprof
