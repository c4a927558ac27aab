// The devices and contexts of acl/acl_rt.h.

#include "acl/acl_rt.h"
#include "devices/host/api_call.h"
#include "devices/host/host_process.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::BadArgument;
using aclprof::Deadline;
using aclprof::HostContext;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::NullArgument;
using aclprof::StreamExecutor;
using aclprof::Traced;

namespace {

// Makes a context of the device the thread's own.
template <typename Enter>
HostStatus EnterContext(Enter enter) {
  HostProcess& process = HostProcess::Get();
  if (HostStatus ready = process.CheckInitialized(); !ready.ok()) return ready;
  void* context = nullptr;
  HostStatus entered = enter(process.devices(), &context);
  if (entered.ok()) aclprof::SetCurrentContextHandle(context);
  return entered;
}

HostStatus SynchronizeDevice(int32_t timeout) {
  if (timeout < Deadline::kForever) return BadArgument("timeout is below -1");
  std::shared_ptr<HostContext> context;
  if (HostStatus found = HostProcess::Get().CurrentContext(&context); !found.ok()) return found;
  if (context->device()->OnOwnThread()) return aclprof::CantWaitForOwnDevice();
  StreamExecutor& executor = *context->device()->executor();
  if (!executor.WaitForAll(Deadline(timeout)))
    return {ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "the device had not finished in time"};
  return executor.failures().TakeFirst();
}

}  // namespace

extern "C" {

aclError aclrtGetDeviceCount(uint32_t* count) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (count == nullptr) return NullArgument("count");
    *count = static_cast<uint32_t>(HostProcess::Get().devices().count());
    return HostStatus();
  });
}

aclError aclrtSetDevice(int32_t deviceId) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    return EnterContext(
        [&](auto& devices, void** context) { return devices.Set(deviceId, context); });
  });
}

aclError aclrtResetDevice(int32_t deviceId) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return HostProcess::Get().devices().Reset(deviceId); });
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return HostProcess::Get().devices().ResetForce(deviceId); });
}

aclError aclrtGetDevice(int32_t* deviceId) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (deviceId == nullptr) return NullArgument("deviceId");
    std::shared_ptr<HostContext> context;
    HostStatus found = HostProcess::Get().CurrentContext(&context);
    if (found.ok()) *deviceId = context->device()->id();
    return found;
  });
}

aclError aclrtSynchronizeDevice(void) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return SynchronizeDevice(Deadline::kForever); });
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return SynchronizeDevice(timeout); });
}

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (context == nullptr) return NullArgument("context");
    return EnterContext([&](auto& devices, void** made) {
      HostStatus created = devices.CreateContext(deviceId, made);
      if (created.ok()) *context = *made;
      return created;
    });
  });
}

aclError aclrtDestroyContext(aclrtContext context) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (context == nullptr) return NullArgument("context");
    return HostProcess::Get().devices().DestroyContext(context);
  });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (context == nullptr) return NullArgument("context");
    if (HostProcess::Get().contexts().Find(context) == nullptr)
      return aclprof::UnknownHandle("context");
    aclprof::SetCurrentContextHandle(context);
    return HostStatus();
  });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (context == nullptr) return NullArgument("context");
    std::shared_ptr<HostContext> found;
    HostStatus status = HostProcess::Get().CurrentContext(&found);
    if (status.ok()) *context = found->handle();
    return status;
  });
}

}  // extern "C"
