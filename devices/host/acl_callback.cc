// The callbacks and host functions of acl/acl_rt.h.

#include <pthread.h>

#include "acl/acl_rt.h"
#include "devices/host/api_call.h"
#include "devices/host/callback_task.h"
#include "devices/host/host_process.h"
#include "devices/host/launch.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::CallbackQueue;
using aclprof::CallbackTask;
using aclprof::Deadline;
using aclprof::HostContext;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::HostStream;
using aclprof::NullArgument;
using aclprof::Traced;

namespace {

HostStatus NotSubscribed() {
  return {ACL_ERROR_RT_THREAD_SUBSCRIBE, "the thread is not subscribed"};
}

HostStatus ProcessReport(int32_t timeout) {
  if (timeout == 0 || timeout < Deadline::kForever)
    return {ACL_ERROR_INVALID_PARAM, "timeout is neither -1 nor above 0"};
  const auto queue = HostProcess::Get().reports().QueueOfThread(pthread_self());
  if (queue == nullptr) return NotSubscribed();
  switch (queue->CallOne(Deadline(timeout))) {
    case CallbackQueue::Outcome::kCalled:
      return {};
    case CallbackQueue::Outcome::kTimeout:
      return {ACL_ERROR_RT_REPORT_TIMEOUT, "no callback came in time"};
    case CallbackQueue::Outcome::kClosed:
      break;
  }
  return NotSubscribed();
}

}  // namespace

extern "C" {

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                             aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    if (fn == nullptr) return NullArgument("fn");
    if (blockType != ACL_CALLBACK_NO_BLOCK && blockType != ACL_CALLBACK_BLOCK)
      return HostStatus(ACL_ERROR_INVALID_PARAM, "blockType is not an aclrtCallbackBlockType");
    HostProcess& process = HostProcess::Get();
    std::shared_ptr<HostStream> on;
    if (HostStatus known = process.StreamOf(stream, &on); !known.ok()) return known;
    auto queue = process.reports().QueueOfStream(*on);
    if (queue == nullptr)
      return HostStatus(ACL_ERROR_RT_STREAM_NO_CB_REG,
                        "no thread is subscribed for the stream; call aclrtSubscribeReport first");
    return aclprof::Launch(
        call, *on,
        std::make_shared<CallbackTask>(std::move(queue), CallbackTask::Caller::kApplication, fn,
                                       userData, blockType == ACL_CALLBACK_BLOCK));
  });
}

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    HostProcess& process = HostProcess::Get();
    std::shared_ptr<HostStream> on;
    if (HostStatus known = process.StreamOf(stream, &on); !known.ok()) return known;
    return process.reports().Subscribe(threadId, *on);
  });
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    HostProcess& process = HostProcess::Get();
    std::shared_ptr<HostStream> on;
    if (HostStatus known = process.StreamOf(stream, &on); !known.ok()) return known;
    return process.reports().Unsubscribe(threadId, *on);
  });
}

aclError aclrtProcessReport(int32_t timeout) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return ProcessReport(timeout); });
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    if (fn == nullptr) return NullArgument("fn");
    HostProcess& process = HostProcess::Get();
    std::shared_ptr<HostStream> on;
    if (HostStatus known = process.StreamOf(stream, &on); !known.ok()) return known;
    std::shared_ptr<HostContext> context;
    if (HostStatus known = process.CurrentContext(&context); !known.ok()) return known;
    return aclprof::Launch(
        call, *on,
        std::make_shared<CallbackTask>(context->device()->host_functions(),
                                       CallbackTask::Caller::kRuntime, fn, args, true));
  });
}

}  // extern "C"
