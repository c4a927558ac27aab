// copy_joiner.h: joins the task of an asynchronous copy with the record of what it copied, in a
// stream of both.
//
// Shape    both have the same start, so a task waits until its record, or anything later, comes.
//          Memory grows with the copies that start at one moment. A record without a task is left.
// Threads  one.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "aclprof/producer.h"
#include "export/task_row.h"

namespace aclprof {

class CopyJoiner {
 public:
  using OnTask = std::function<void(const TaskRow& task)>;

  explicit CopyJoiner(OnTask on_task) : on_task_(std::move(on_task)) {}

  void AddTask(const TaskRow& task) { waiting_.push_back(task); }
  void AddCopy(int32_t device_id, const aclprofx_memcpy& copy);
  // Whatever comes from now on starts then or later.
  void PassTime(int64_t start_ns);
  void Finish();

 private:
  const OnTask on_task_;
  std::vector<TaskRow> waiting_;  // with one start
};

}  // namespace aclprof
