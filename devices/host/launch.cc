#include "devices/host/launch.h"

#include "devices/host/stream_executor.h"

namespace aclprof {
namespace {

constinit thread_local uint32_t last_task_id = 0;

}  // namespace

HostStatus Launch(ApiCall& call, HostStream& stream, std::shared_ptr<HostTask> task) {
  task->identity.connection_id = call.connection_id();
  HostStatus launched = stream.executor().Launch(stream, task);
  if (launched.ok()) last_task_id = task->identity.task_id;
  return launched;
}

uint32_t LastTaskId() { return last_task_id; }

}  // namespace aclprof
