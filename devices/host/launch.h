// launch.h: puts tasks on a stream on behalf of a call.
#pragma once

#include <memory>
#include <span>

#include "devices/host/api_call.h"
#include "devices/host/host_stream.h"
#include "devices/host/host_task.h"

namespace aclprof {

// The tasks' records will carry the call's connection id.
HostStatus Launch(ApiCall& call, HostStream& stream,
                  std::span<const std::shared_ptr<HostTask>> tasks);
HostStatus Launch(ApiCall& call, HostStream& stream, const std::shared_ptr<HostTask>& task);

// The id of the task that the calling thread launched last; 0 before the first.
uint32_t LastTaskId();

}  // namespace aclprof
