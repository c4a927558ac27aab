// helper_thread.h: a thread of ours in somebody else's process: named, with every signal masked, and a clear error
// where the system gives none.
//
// Threads  Start and Join from one thread at a time. The destructor joins.
// Errors   kResourceExhausted and the like from pthread_create; nothing throws.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <functional>

#include "base/status.h"

namespace aclprof {

// Masks all signals of the calling thread, and gives its mask back at the end of the scope.
class ScopedSignalMask {
 public:
  ScopedSignalMask();
  ~ScopedSignalMask();
  ScopedSignalMask(const ScopedSignalMask&) = delete;
  ScopedSignalMask& operator=(const ScopedSignalMask&) = delete;

 private:
  sigset_t former_;
};

class HelperThread {
 public:
  HelperThread() = default;
  ~HelperThread() { Join(); }
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  // `name` has at most 15 characters.
  Status Start(const char* name, std::function<void()> body);
  void Join();

 private:
  pthread_t thread_{};
  bool started_ = false;
};

}  // namespace aclprof
