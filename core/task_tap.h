// task_tap.h: who gets the tasks of models as they end, without a session: subscriptions.
//
// Units    Unix time in nanoseconds.
// Threads  one call at a time: the collector's thread, or a call that drains what has been emitted before it.
// Errors   none; an implementation never waits and counts what it can't keep.
#pragma once

#include <cstdint>

namespace aclprof {

struct TappedTask {
  uint32_t model_id = 0;
  uint32_t op = 0;  // in the dictionary; 0 = the task runs no operator
  int32_t device_id = 0;
  uint64_t start_ns = 0;
  uint64_t end_ns = 0;
};

class TaskTap {
 public:
  virtual ~TaskTap() = default;
  virtual void Take(const TappedTask& task) = 0;
  // So many records of tasks were dropped by their producers, of whatever model.
  virtual void Lost(uint64_t records) = 0;
};

}  // namespace aclprof
