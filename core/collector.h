// collector.h: the one thread that takes blocks out of rings, feeds the sessions and releases ring space.
//
// Shape    it lags by a block: whole blocks are taken when they are full, the rest when the flush interval or a stop asks.
//          Without work it backs off from 50 us to 50 ms; without sessions it sleeps until it is called.
// Threads  EnsureRunning, Shutdown: control calls, one at a time. Kick: any thread, signal handlers included.
// Errors   a round that runs out of memory is tried again; what was not taken stays in its ring.
// Orders   [P4] the doorbell, see ringbuf/ring_consumer.h.
//          [C1] Run stores running, release -> running loads it, acquire: what the thread did last is visible.
//          [C2] Kick stores kicked, release -> Round takes it, acquire: what the caller wants done is visible.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "base/helper_thread.h"
#include "base/status.h"
#include "core/event_log.h"
#include "core/ring_registry.h"

namespace aclprof {

class Collector {
 public:
  Collector(RingRegistry* registry, EventLog* log, uint32_t* doorbell)
      : registry_(registry), log_(log), doorbell_(doorbell) {}

  Status EnsureRunning();
  // Ends the thread; while a stop that ran out of its bound is still written behind, it ends itself afterwards.
  void Shutdown();
  bool running() const { return running_.load(std::memory_order_acquire); }  // [C1]
  void Kick();

 private:
  void Run();
  bool Ended();
  bool Round();
  bool TryCollect();
  void Sleep(int64_t* backoff_ns);
  bool FlushIsDue();

  RingRegistry* const registry_;
  EventLog* const log_;
  uint32_t* const doorbell_;
  HelperThread thread_;
  std::mutex lifecycle_;  // whether the thread goes on or ends is decided under it
  std::atomic<bool> running_{false};
  std::atomic<bool> ending_{false};
  std::atomic<bool> kicked_{false};
  int64_t last_flush_ns_ = 0;
};

}  // namespace aclprof
