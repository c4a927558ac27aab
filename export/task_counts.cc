#include "export/task_counts.h"

namespace aclprof {

void TaskCountsJoiner::Finish() {
  for (TaskRow& task : tasks_) {
    const auto found = counts_.find({task.device_id, task.stream_id, task.task_id});
    if (found != counts_.end()) task.counts = &found->second;
    on_task_(task);
  }
  tasks_.clear();
  counts_.clear();
}

}  // namespace aclprof
