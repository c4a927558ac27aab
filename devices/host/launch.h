// launch.h: puts a task on a stream on behalf of a call.
#pragma once

#include <memory>

#include "devices/host/api_call.h"
#include "devices/host/host_stream.h"
#include "devices/host/host_task.h"

namespace aclprof {

// The task's record will carry the call's connection id.
HostStatus Launch(ApiCall& call, HostStream& stream, std::shared_ptr<HostTask> task);

// The id of the task that the calling thread launched last; 0 before the first.
uint32_t LastTaskId();

}  // namespace aclprof
