#include "devices/host/launch.h"

#include "devices/host/stream_executor.h"

namespace aclprof {
namespace {

constinit thread_local uint32_t last_task_id = 0;

}  // namespace

HostStatus Launch(ApiCall& call, HostStream& stream,
                  std::span<const std::shared_ptr<HostTask>> tasks) {
  for (const auto& task : tasks) task->identity.connection_id = call.connection_id();
  static const ApiName name("LaunchTasks");
  const ApiCall queueing(name, call);
  HostStatus launched = stream.executor().Launch(stream, tasks);
  if (launched.ok()) last_task_id = tasks.back()->identity.task_id;
  return launched;
}

HostStatus Launch(ApiCall& call, HostStream& stream, const std::shared_ptr<HostTask>& task) {
  return Launch(call, stream, {&task, 1});
}

uint32_t LastTaskId() { return last_task_id; }

}  // namespace aclprof
