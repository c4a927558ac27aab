// The streams of acl/acl_rt.h.

#include "acl/acl_rt.h"
#include "devices/host/api_call.h"
#include "devices/host/host_process.h"
#include "devices/host/launch.h"
#include "devices/host/memory_tasks.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::BadArgument;
using aclprof::Deadline;
using aclprof::HostContext;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::HostStream;
using aclprof::NullArgument;
using aclprof::Traced;

namespace {

constexpr uint32_t kLowestPriority = 7;
constexpr uint32_t kStreamFlags = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC |
                                  ACL_STREAM_PERSISTENT | ACL_STREAM_HUGE |
                                  ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;

HostStatus CreateStream(aclrtStream* stream) {
  if (stream == nullptr) return NullArgument("stream");
  HostProcess& process = HostProcess::Get();
  std::shared_ptr<HostContext> context;
  if (HostStatus found = process.CurrentContext(&context); !found.ok()) return found;
  return process.devices().CreateStream(*context, stream);
}

HostStatus DestroyStream(aclrtStream stream, bool force) {
  if (stream == nullptr) return NullArgument("stream");
  HostProcess& process = HostProcess::Get();
  std::shared_ptr<HostContext> context;
  if (HostStatus found = process.CurrentContext(&context); !found.ok()) return found;
  return process.devices().DestroyStream(*context, stream, force);
}

HostStatus SynchronizeStream(aclrtStream handle, int32_t timeout) {
  if (timeout < Deadline::kForever) return BadArgument("timeout is below -1");
  HostProcess& process = HostProcess::Get();
  std::shared_ptr<HostStream> stream;
  if (HostStatus found = process.StreamOf(handle, &stream); !found.ok()) return found;
  std::shared_ptr<HostContext> context;
  if (HostStatus found = process.CurrentContext(&context); !found.ok()) return found;
  if (context->device()->OnOwnThread()) return aclprof::CantWaitForOwnDevice();
  if (!stream->executor().WaitFor(*stream, Deadline(timeout)))
    return {ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "the stream had not finished in time"};
  return stream->executor().failures().Take(stream->id());
}

}  // namespace

extern "C" {

aclError aclrtCreateStream(aclrtStream* stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return CreateStream(stream); });
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (stream == nullptr) return NullArgument("stream");
    if (priority > kLowestPriority) return BadArgument("priority is not one of 0..7");
    if ((flag & ~kStreamFlags) != 0) return BadArgument("flag has bits that are not ACL_STREAM_*");
    return CreateStream(stream);
  });
}

aclError aclrtDestroyStream(aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return DestroyStream(stream, false); });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return DestroyStream(stream, true); });
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return SynchronizeStream(stream, Deadline::kForever); });
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return SynchronizeStream(stream, timeout); });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (status == nullptr) return NullArgument("status");
    std::shared_ptr<HostStream> found;
    HostStatus known = HostProcess::Get().StreamOf(stream, &found);
    if (!known.ok()) return known;
    *status =
        found->executor().Idle(*found) ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
    return known;
  });
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (streamId == nullptr) return NullArgument("streamId");
    std::shared_ptr<HostStream> found;
    HostStatus known = HostProcess::Get().StreamOf(stream, &found);
    if (known.ok()) *streamId = static_cast<int32_t>(found->id());
    return known;
  });
}

aclError aclrtGetThreadLastTaskId(uint32_t* taskId) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (taskId == nullptr) return NullArgument("taskId");
    *taskId = aclprof::LastTaskId();
    return HostStatus();
  });
}

aclError aclrtProfTrace(void* userdata, int32_t length, aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    if (userdata == nullptr) return NullArgument("userdata");
    if (length <= 0) return BadArgument("length is not above 0");
    std::shared_ptr<HostStream> found;
    if (HostStatus known = HostProcess::Get().StreamOf(stream, &found); !known.ok()) return known;
    return aclprof::Launch(call, *found, std::make_shared<aclprof::UserTraceTask>());
  });
}

}  // extern "C"
