// The process's Profile: made when first asked for, left alone by a forked child, wound up when the
// process ends.

#include <pthread.h>

#include <atomic>

#include "base/compat_words.h"
#include "core/profile.h"

namespace aclprof {
namespace {

// Objects are never destroyed, so that calls from other objects' destructors still find one;
// `inherited` keeps those of parent processes reachable in a child.
struct Instance {
  Profile profile{&Pipeline::Get(), CompatHas("relaxed")};
  Instance* inherited = nullptr;
};

constinit std::atomic<Instance*> current{nullptr};
constinit std::atomic<Instance*> of_parents{nullptr};

// Runs in the child: no lock, no allocation. The next Get makes a new object.
void LeaveToParent() {
  if (Instance* instance = current.exchange(nullptr)) of_parents.store(instance);
}

class ExitGuard {
 public:
  ExitGuard() { ::pthread_atfork(nullptr, nullptr, &LeaveToParent); }
  ~ExitGuard() {
    try {
      if (Profile* profile = Profile::IfAny()) profile->StopLeftovers();
    } catch (...) {  // the process ends; nobody is left to tell
    }
  }
};

const ExitGuard guard;

}  // namespace

Profile* Profile::IfAny() {
  Instance* instance = current.load(std::memory_order_acquire);  // [I1]
  return instance != nullptr ? &instance->profile : nullptr;
}

Profile& Profile::Get() {
  if (Profile* profile = IfAny()) return *profile;
  auto made = std::make_unique<Instance>();
  made->inherited = of_parents.load();
  Instance* expected = nullptr;
  // [I1]
  if (!current.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel))
    return expected->profile;
  return made.release()->profile;
}

}  // namespace aclprof
