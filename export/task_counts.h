// task_counts.h: what the cores counted in one task, and the task joined with it in a stream of both.
//
// Shape    both have the same start, in either order, so tasks wait until anything later comes. Memory grows with what
//          starts at one moment. Counts without a task are left; of two for one core kind the later one counts.
// Threads  one.
#pragma once

#include <array>
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

class TaskCountsJoiner {
 public:
  // The task's counts are valid during the call.
  using OnTask = std::function<void(const TaskRow& task)>;

  explicit TaskCountsJoiner(OnTask on_task) : on_task_(std::move(on_task)) {}

  void AddTask(const TaskRow& task) {
    PassTime(task.times.start_ns);
    tasks_.push_back(task);
  }
  void AddCounts(int64_t start_ns, uint32_t stream_id, uint32_t task_id, const CoreCounts& counts) {
    PassTime(start_ns);
    counts_[{stream_id, task_id}].by_kind[counts.core_kind] = counts;
  }
  void Finish();

 private:
  void PassTime(int64_t start_ns) {
    if (start_ns != start_ns_) Finish();
    start_ns_ = start_ns;
  }

  const OnTask on_task_;
  int64_t start_ns_ = 0;  // of all that waits
  std::vector<TaskRow> tasks_;
  std::map<std::pair<uint32_t, uint32_t>, TaskCounts> counts_;
};

}  // namespace aclprof
