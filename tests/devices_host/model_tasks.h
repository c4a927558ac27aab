// model_tasks.h: the tasks of models, as a session has them.
#pragma once

#include <vector>

#include "tests/devices_host/host_session.h"

namespace aclprof {

inline constexpr uint64_t kTasksAndCalls = ACL_PROF_ACL_API | ACL_PROF_TASK_TIME;

using Tasks = std::vector<aclprofx_task_linked>;

inline Tasks TasksOf(SessionReader& session, int32_t device) {
  return PayloadsOf<aclprofx_task_linked>(session, ACLPROFX_KIND_TASK_LINKED, device);
}

// Tasks of operators; a run that waited for its turn has an EVENT_WAIT beside them.
inline Tasks OperatorsOf(SessionReader& session, int32_t device) {
  Tasks tasks = TasksOf(session, device);
  std::erase_if(tasks, [](const auto& task) { return task.task.op == 0; });
  return tasks;
}

inline uint64_t EndOf(const aclprofx_task& task) { return task.start + task.duration; }

inline void ExpectApart(const Tasks& tasks) {
  for (size_t i = 1; i < tasks.size(); ++i)
    EXPECT_GE(tasks[i].task.start, EndOf(tasks[i - 1].task)) << i;
}

}  // namespace aclprof
