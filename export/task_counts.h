// task_counts.h: what the cores counted in one task, and the task joined with it in a stream of both.
//
// Shape    both have the same start, in either order, so tasks wait until anything later comes. Memory grows with what
//          starts at one moment. Counts without a task are left; of two for one core kind the later one counts.
// Threads  one.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "export/core_metrics.h"
#include "export/task_row.h"

namespace aclprof {

struct TaskCounts {
  std::array<std::optional<CoreCounts>, kWholeCore + 1> by_kind;
};

// Of tasks with one start.
struct TaskKey {
  int32_t device_id = 0;
  uint32_t stream_id = 0;
  uint32_t task_id = 0;
  auto operator<=>(const TaskKey&) const = default;
};

class TaskCountsJoiner {
 public:
  // The task's counts are valid during the call.
  using OnTask = std::function<void(const TaskRow& task)>;

  explicit TaskCountsJoiner(OnTask on_task) : on_task_(std::move(on_task)) {}

  void AddTask(const TaskRow& task) {
    PassTime(task.times.start_ns);
    tasks_.push_back(task);
  }
  void AddCounts(int64_t start_ns, const TaskKey& task, const CoreCounts& counts) {
    PassTime(start_ns);
    counts_[task].by_kind[counts.core_kind] = counts;
  }
  // Whatever comes from now on has this start, or a later one.
  void PassTime(int64_t start_ns) {
    if (start_ns != start_ns_) Finish();
    start_ns_ = start_ns;
  }
  void Finish();

 private:
  const OnTask on_task_;
  int64_t start_ns_ = 0;  // of all that waits
  std::vector<TaskRow> tasks_;
  std::map<TaskKey, TaskCounts> counts_;
};

}  // namespace aclprof
