#include "export/copy_joiner.h"

#include <algorithm>

namespace aclprof {

void CopyJoiner::AddCopy(int32_t device_id, const aclprofx_memcpy& copy) {
  const auto task = std::find_if(waiting_.begin(), waiting_.end(), [&](const TaskRow& waiting) {
    return waiting.device_id == device_id && waiting.stream_id == copy.stream_id &&
           waiting.task_id == copy.task_id;
  });
  if (task == waiting_.end()) return;
  task->copy = CopyFacts{copy.bytes, copy.operation};
  on_task_(*task);
  waiting_.erase(task);
}

void CopyJoiner::PassTime(int64_t start_ns) {
  if (!waiting_.empty() && waiting_.front().times.start_ns < start_ns) Finish();
}

void CopyJoiner::Finish() {
  for (const TaskRow& task : waiting_) on_task_(task);
  waiting_.clear();
}

}  // namespace aclprof
