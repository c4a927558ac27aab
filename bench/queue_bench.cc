// What it costs a thread to hand records of 32 bytes to another one through the queues that everybody has at hand. The
// consumer polls, as their users do, and does nothing with what it gets but add it up; the records come with their times.

#include <benchmark/benchmark.h>
#include <concurrentqueue/concurrentqueue.h>

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#if ACLPROF_HAVE_BOOST
#include <boost/lockfree/spsc_queue.hpp>
#endif

#include "bench/burst_pace.h"
#include "bench/processor_split.h"
#include "devices/load/workload_pool.h"

namespace aclprof {
namespace {

constexpr size_t kRoom = 1 << 16;
constexpr size_t kAtOnce = 256;
constexpr auto kPeriod = std::chrono::milliseconds(2);

class MutexDeque {
 public:
  bool Push(const aclprofx_task& task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(task);
    return true;
  }
  size_t Pop(aclprofx_task* tasks) {
    const std::lock_guard lock(mutex_);
    const size_t count = std::min(tasks_.size(), kAtOnce);
    std::copy_n(tasks_.begin(), count, tasks);
    tasks_.erase(tasks_.begin(), tasks_.begin() + static_cast<ptrdiff_t>(count));
    return count;
  }

 private:
  std::mutex mutex_;
  std::deque<aclprofx_task> tasks_;
};

class Moodycamel {
 public:
  bool Push(const aclprofx_task& task) { return queue_.enqueue(producer_, task); }
  size_t Pop(aclprofx_task* tasks) { return queue_.try_dequeue_bulk(consumer_, tasks, kAtOnce); }

 private:
  moodycamel::ConcurrentQueue<aclprofx_task> queue_{kRoom};
  moodycamel::ProducerToken producer_{queue_};
  moodycamel::ConsumerToken consumer_{queue_};
};

#if ACLPROF_HAVE_BOOST
class BoostSpsc {
 public:
  bool Push(const aclprofx_task& task) { return queue_.push(task); }
  // One by one, as everybody does.
  size_t Pop(aclprofx_task* tasks) { return queue_.pop(*tasks) ? 1 : 0; }

 private:
  boost::lockfree::spsc_queue<aclprofx_task, boost::lockfree::capacity<kRoom>> queue_;
};
#endif

// Takes everything out of a queue as soon as it is there.
template <typename Queue>
class EagerTaker {
 public:
  explicit EagerTaker(Queue* queue) : queue_(queue), thread_([this] { Run(); }) {}
  ~EagerTaker() {
    over_.store(true);
    thread_.join();
    benchmark::DoNotOptimize(sum_);
  }
  uint64_t taken() const { return taken_.load(std::memory_order_acquire); }

 private:
  void Run() {
    split_.PinOther();
    std::vector<aclprofx_task> tasks(kAtOnce);
    uint64_t taken = 0;
    while (!over_.load(std::memory_order_relaxed)) {
      const size_t count = queue_->Pop(tasks.data());
      for (size_t i = 0; i < count; ++i) sum_ += tasks[i].duration;
      taken += count;
      taken_.store(taken, std::memory_order_release);
    }
  }

  Queue* const queue_;
  const ProcessorSplit split_;
  uint64_t sum_ = 0;
  std::atomic<bool> over_{false};
  std::atomic<uint64_t> taken_{0};
  std::thread thread_;
};

template <typename Queue>
void BM_Queue_Push(benchmark::State& state) {
  const WorkloadPool pool(1);
  const auto queue = std::make_unique<Queue>();
  EagerTaker<Queue> taker(queue.get());
  ProcessorSplit().PinProducer();
  BurstTimes times;
  size_t next = 0;
  uint64_t dropped = 0;
  for (auto _ : state) {
    const auto pause = BenchClock::now() + kPeriod;
    state.SetIterationTime(TimeBurst(&times, [&] {
      for (size_t i = 0; i < kBurst; ++i) dropped += queue->Push(pool[next++]) ? 0 : 1;
    }));
    SpinUntil(pause);
    while (taker.taken() + dropped < next) std::this_thread::yield();
  }
  Report(state, "push", times);
  state.counters["dropped"] = static_cast<double>(dropped);
}
BENCHMARK(BM_Queue_Push<MutexDeque>)->UseManualTime();
BENCHMARK(BM_Queue_Push<Moodycamel>)->UseManualTime();
#if ACLPROF_HAVE_BOOST
BENCHMARK(BM_Queue_Push<BoostSpsc>)->UseManualTime();
#endif

}  // namespace
}  // namespace aclprof

BENCHMARK_MAIN();
