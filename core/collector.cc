#include "core/collector.h"

#include <algorithm>
#include <exception>

#include "base/futex.h"
#include "base/tick_clock.h"
#include "core/settings.h"

namespace aclprof {
namespace {

// A producer that passes half of its ring rings the bell, so nothing is lost by sleeping on.
constexpr int64_t kLeastBackoffNs = 1000000;
constexpr int64_t kMostBackoffNs = 50000000;

}  // namespace

Status Collector::EnsureRunning() {
  const std::lock_guard lock(lifecycle_);
  ending_.store(false, std::memory_order_relaxed);
  if (running()) return {};
  thread_.Join();
  Status started = thread_.Start("aclprof-collect", [this] { Run(); });
  running_.store(started.ok(), std::memory_order_release);  // [C1]
  return started;
}

void Collector::Shutdown() {
  ending_.store(true, std::memory_order_relaxed);
  Kick();
  if (!registry_->HasWork()) thread_.Join();
}

void Collector::Kick() {
  kicked_.store(true, std::memory_order_release);  // [C2]
  __atomic_thread_fence(__ATOMIC_SEQ_CST);         // [P4]
  if (__atomic_exchange_n(doorbell_, 0u, __ATOMIC_RELAXED) != 0) FutexWake(doorbell_);
}

// Where the clock is injected a block ends where records say so, and never because the collector looked just then.
bool Collector::FlushIsDue() {
  if (ClockIsFixed()) return false;
  const int64_t now = MonotonicNs();
  if (now - last_flush_ns_ < static_cast<int64_t>(GetSettings().flush_interval_ns)) return false;
  last_flush_ns_ = now;
  return true;
}

bool Collector::TryCollect() try {
  return registry_->Collect(FlushIsDue());
} catch (const std::exception& error) {
  log_->Write(LogLevel::kWarning, error.what());
  return false;
}

bool Collector::Round() {
  const bool kicked = kicked_.exchange(false, std::memory_order_acquire);  // [C2]
  const bool progress = TryCollect();
  log_->Flush();
  return progress || kicked;
}

// Declares itself asleep, looks once more, and only then sleeps: what a producer publishes after that look rings the
// bell.
void Collector::Sleep(int64_t* backoff_ns) {
  __atomic_store_n(doorbell_, 1u, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);  // [P4]
  if (Round()) {
    __atomic_store_n(doorbell_, 0u, __ATOMIC_RELAXED);
    *backoff_ns = kLeastBackoffNs;
    return;
  }
  FutexWait(doorbell_, 1u, registry_->HasWork() ? *backoff_ns : kNoTimeout);
  __atomic_store_n(doorbell_, 0u, __ATOMIC_RELAXED);
  *backoff_ns = std::min(2 * *backoff_ns, kMostBackoffNs);
}

void Collector::Run() {
  last_flush_ns_ = MonotonicNs();
  int64_t backoff_ns = kLeastBackoffNs;
  while (!Ended()) {
    if (Round())
      backoff_ns = kLeastBackoffNs;
    else
      Sleep(&backoff_ns);
  }
}

bool Collector::Ended() {
  if (!ending_.load(std::memory_order_relaxed)) return false;
  const std::lock_guard lock(lifecycle_);
  if (!ending_.load(std::memory_order_relaxed) || registry_->HasWork()) return false;
  registry_->JoinClosed();
  running_.store(false, std::memory_order_release);  // [C1]
  return true;
}

}  // namespace aclprof
