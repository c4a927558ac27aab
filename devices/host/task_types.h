// task_types.h: the ids of the task types that the host device runs, by the vendor's names.
//
// Threads  any; interned once.
#pragma once

#include <cstdint>

namespace aclprof {

struct TaskTypes {
  uint16_t event_record;
  uint16_t event_wait;
  uint16_t event_reset;
  uint16_t memcpy_async;
  uint16_t memset_async;
  uint16_t host_function;
  uint16_t user_trace;
};

const TaskTypes& HostTaskTypes();

}  // namespace aclprof
