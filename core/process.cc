#include "core/process.h"

#include <pthread.h>

#include <mutex>

#include "core/session_pipeline.h"
#include "core/settings.h"

namespace aclprof {
namespace {

// Held over fork, so that a child finds names and settings whole.
void LockShared() {
  ProcessNames().LockForFork();
  LockSettingsForFork();
}

void UnlockShared() {
  UnlockSettingsAfterFork();
  ProcessNames().UnlockAfterFork();
}

}  // namespace

std::atomic<Process*> Process::current_{nullptr};
bool Process::forked_child_ = false;

NameTable& ProcessNames() {
  static NameTable* const names = new NameTable;
  return *names;
}

Process::Process()
    : registry(&ProcessNames(), &doorbell), collector(&registry, &log, &doorbell), sampler(&log) {
  log.OnLine([this] { collector.Kick(); });
  pipeline = MakeSessionPipeline(this);
}

Process& Process::Make() {
  static std::once_flag fork_handlers;
  std::call_once(fork_handlers, [] {
    pthread_atfork(LockShared, UnlockShared, [] {
      UnlockShared();
      ResetInChild();
    });
  });
  auto* const made = new Process;
  Process* expected = nullptr;
  // [G1]
  if (current_.compare_exchange_strong(expected, made, std::memory_order_acq_rel)) return *made;
  delete made;
  return *expected;
}

void Process::ResetInChild() {
  forked_child_ = true;
  Process* const parents = current_.load(std::memory_order_acquire);  // [G1]
  if (parents == nullptr) return;
  parents->registry.ShutAllGates();
  current_.store(new Process, std::memory_order_release);  // [G1]
}

}  // namespace aclprof
