// model_turn.h: whose turn it is on a model. Its workspace and kernels are there once, so its runs take turns, in the
// order in which they begin.
//
// Threads  any. Who waits is told without the lock.
#pragma once

#include <deque>
#include <mutex>

#include "devices/host/completion.h"

namespace aclprof {

class ModelTurn {
 public:
  // True: it is the run's turn. False: `completion` finishes when it is.
  bool Take(const void* run, Completion completion);
  // The run is over; the next one, if any, has the turn. Does nothing for a run that has it not.
  void Give(const void* run);
  // The run no longer waits; false: it did not wait.
  bool Leave(const void* run);

 private:
  struct Waiter {
    const void* run;
    Completion completion;
  };

  std::mutex mutex_;
  const void* holder_ = nullptr;
  std::deque<Waiter> waiters_;
};

}  // namespace aclprof
