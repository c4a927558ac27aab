#include "devices/host/task_types.h"

#include "aclprof/producer.h"

namespace aclprof {

const TaskTypes& HostTaskTypes() {
  static const TaskTypes types = {
      aclprofx_task_type("EVENT_RECORD"),     aclprofx_task_type("EVENT_WAIT"),
      aclprofx_task_type("EVENT_RESET"),      aclprofx_task_type("MEMCPY_ASYNC"),
      aclprofx_task_type("MEMSET_ASYNC"),     aclprofx_task_type("HOSTFUNC_CALLBACK"),
      aclprofx_task_type("PROFILER_TRACE_EX")};
  return types;
}

}  // namespace aclprof
