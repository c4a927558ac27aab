#include "core/host_sampler.h"

#include <algorithm>
#include <exception>

#include "base/futex.h"
#include "base/tick_clock.h"
#include "core/host_probe.h"
#include "core/producer_registration.h"

namespace aclprof {
namespace {

constexpr int64_t kSecondNs = 1000000000;

void Emit(const std::vector<HostValue>& values) {
  aclprofx_sample sample{};
  sample.time = NowTicks();
  for (const HostValue& value : values) {
    aclprofx_ring* const ring = HostRing(ACLPROFX_KIND_SAMPLE);
    if (ring == nullptr) continue;  // counted there
    sample.value = value.value;
    sample.counter = InternString(value.counter);
    sample.series = InternString(value.series);
    aclprofx_emit(ring, ACLPROFX_KIND_SAMPLE, &sample, sizeof(sample));
  }
}

}  // namespace

int64_t NextDue(int64_t due_ns, int64_t now_ns, int64_t period_ns) {
  if (now_ns < due_ns) return due_ns;
  return due_ns + ((now_ns - due_ns) / period_ns + 1) * period_ns;
}

void HostSampler::Add(const void* session, const HostSampling& wanted) {
  if (!wanted.Any()) return;
  const std::lock_guard lock(mutex_);
  wanted_[session] = wanted;
  Restart();
}

void HostSampler::Remove(const void* session) {
  const std::lock_guard lock(mutex_);
  if (wanted_.erase(session) != 0) Restart();
}

void HostSampler::Restart() {
  End();
  if (wanted_.empty()) return;
  HostSampling all{0, 1};
  for (const auto& [session, wanted] : wanted_) {
    all.sources |= wanted.sources;
    all.hertz = std::max(all.hertz, wanted.hertz);
  }
  const Status started = thread_.Start("aclprof-sample", [this, all] { Run(all); });
  if (!started.ok())
    log_->Write(LogLevel::kWarning, "the host is not sampled: " + started.message());
}

void HostSampler::End() {
  __atomic_store_n(&ending_, 1u, __ATOMIC_RELAXED);
  FutexWake(&ending_);
  thread_.Join();
  __atomic_store_n(&ending_, 0u, __ATOMIC_RELAXED);
}

// Nobody is there to catch what a thread throws.
void HostSampler::Run(const HostSampling& wanted) try {
  RunUntilEnd(wanted);
} catch (const std::exception& error) {
  log_->Write(LogLevel::kWarning, std::string("sampling of the host ended: ") + error.what());
}

void HostSampler::RunUntilEnd(const HostSampling& wanted) {
  const int64_t period_ns = kSecondNs / wanted.hertz;
  HostProbe probe(root, wanted.sources,
                  [this](const std::string& why) { log_->Write(LogLevel::kWarning, why); });
  int64_t now = MonotonicNs();
  int64_t due = now;
  while (true) {
    if (now >= due) {
      Emit(probe.Look(now));
      due = NextDue(due, now, period_ns);
    }
    now = MonotonicNs();
    if (now < due) FutexWait(&ending_, 0u, due - now);
    now = MonotonicNs();
    if (__atomic_load_n(&ending_, __ATOMIC_RELAXED) != 0) break;
  }
  Emit(probe.Look(now));
}

}  // namespace aclprof
