#include "devices/load/load_emitter.h"

#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "devices/load/task_emitter.h"

namespace aclprof {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMostInBurst = 10000;
constexpr double kBurstsPerSecond = 1000;
constexpr auto kLook = std::chrono::milliseconds(20);

void RunOn(const std::vector<int>& processors) {
  if (processors.empty()) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors) CPU_SET(processor, &set);
  static_cast<void>(sched_setaffinity(0, sizeof(set), &set));
}

double Seconds(timeval time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

// One thread and its ring.
class Lane {
 public:
  Lane(aclprofx_ring* ring, const WorkloadPool& pool, size_t first, const LoadOptions& options,
       double rate, std::atomic<bool>* measuring, std::atomic<bool>* over)
      : emitter_(ring, &pool, first),
        options_(options),
        rate_(rate),
        burst_(rate > 0 ? std::clamp<size_t>(static_cast<size_t>(rate / kBurstsPerSecond), 1,
                                             kMostInBurst)
                        : kMostInBurst),
        measuring_(measuring),
        over_(over),
        thread_([this] { Run(); }) {}

  void Join() { thread_.join(); }
  uint64_t fed() const { return fed_.load(std::memory_order_relaxed); }
  const BurstTimes& bursts() const { return bursts_; }

 private:
  void Run() {
    RunOn(options_.processors);
    Clock::time_point due = Clock::now();
    while (!over_->load(std::memory_order_relaxed)) {
      const double ns = Burst();
      fed_.store(fed() + burst_, std::memory_order_relaxed);
      if (measuring_->load(std::memory_order_relaxed))
        bursts_.Add(ns / static_cast<double>(burst_));
      if (rate_ > 0) AwaitNext(&due);
    }
  }

  double Burst() {
    const Clock::time_point begin = Clock::now();
    options_.own_clock ? emitter_.EmitStamped(burst_) : emitter_.EmitWithOwnTimes(burst_);
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
  }

  void AwaitNext(Clock::time_point* due) const {
    *due += std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(static_cast<double>(burst_) / rate_));
    std::this_thread::sleep_until(*due);
  }

  TaskEmitter emitter_;
  const LoadOptions& options_;
  const double rate_;
  const size_t burst_;
  std::atomic<bool>* const measuring_;
  std::atomic<bool>* const over_;
  std::atomic<uint64_t> fed_{0};
  BurstTimes bursts_;
  std::thread thread_;
};

class Load {
 public:
  Load(const std::vector<aclprofx_ring*>& rings, const WorkloadPool& pool,
       const LoadOptions& options)
      : options_(options) {
    const double rate = options.records_per_second / static_cast<double>(rings.size());
    const size_t apart = WorkloadPool::kRecords / rings.size();
    for (size_t i = 0; i < rings.size(); ++i)
      lanes_.push_back(
          std::make_unique<Lane>(rings[i], pool, i * apart, options, rate, &measuring_, &over_));
  }
  ~Load() { End(); }

  LoadMeasure Run() {
    Sleep(options_.warm_up_ns);
    LoadMeasure measure;
    measuring_.store(true, std::memory_order_relaxed);
    const uint64_t fed_before = Fed();
    const double cpu_before = CpuSeconds();
    const Clock::time_point begin = Clock::now();
    Sleep(options_.run_ns);
    measure.measured = Fed() - fed_before;
    measure.cpu_seconds = CpuSeconds() - cpu_before;
    measure.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    End();
    measure.fed = Fed();
    for (const auto& lane : lanes_) measure.bursts.Add(lane->bursts());
    return measure;
  }

 private:
  void End() {
    if (over_.exchange(true)) return;
    for (const auto& lane : lanes_) lane->Join();
  }

  uint64_t Fed() const {
    uint64_t fed = 0;
    for (const auto& lane : lanes_) fed += lane->fed();
    return fed;
  }

  void Sleep(int64_t ns) const {
    const Clock::time_point end = Clock::now() + std::chrono::nanoseconds(ns);
    while (Clock::now() < end && !options_.interrupted())
      std::this_thread::sleep_until(std::min(end, Clock::now() + kLook));
  }

  const LoadOptions& options_;
  std::atomic<bool> measuring_{false};
  std::atomic<bool> over_{false};
  std::vector<std::unique_ptr<Lane>> lanes_;
};

}  // namespace

LoadMeasure EmitLoad(const std::vector<aclprofx_ring*>& rings, const WorkloadPool& pool,
                     const LoadOptions& options) {
  return Load(rings, pool, options).Run();
}

}  // namespace aclprof
