// The memory of acl/acl_rt.h.

#include "acl/acl_rt.h"
#include "devices/host/api_call.h"
#include "devices/host/host_process.h"
#include "devices/host/launch.h"
#include "devices/host/memory_tasks.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::CopyPlan;
using aclprof::Deadline;
using aclprof::FillPlan;
using aclprof::HostContext;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::HostStream;
using aclprof::NullArgument;
using aclprof::Traced;

namespace {

HostStatus CurrentContext(std::shared_ptr<HostContext>* context) {
  return HostProcess::Get().CurrentContext(context);
}

HostStatus CheckAllocation(void** pointer, const char* pointer_name, size_t size) {
  if (pointer == nullptr) return NullArgument(pointer_name);
  if (size == 0) return {ACL_ERROR_INVALID_PARAM, "size is 0"};
  return {};
}

HostStatus CheckPolicy(aclrtMemMallocPolicy policy) {
  const unsigned kind = static_cast<unsigned>(policy);
  const unsigned page = kind & ~(ACL_MEM_TYPE_LOW_BAND_WIDTH | ACL_MEM_TYPE_HIGH_BAND_WIDTH);
  if (page <= ACL_MEM_MALLOC_HUGE1G_ONLY_P2P) return {};
  return {ACL_ERROR_INVALID_PARAM,
          "policy " + std::to_string(kind) + " is not an aclrtMemMallocPolicy"};
}

// Pageable memory belongs to the application again when the call returns.
template <typename Task, typename Plan>
HostStatus LaunchOnMemory(ApiCall& call, HostStream& stream, Plan plan) {
  const bool wait = plan.touches_pageable_memory();
  if (wait && aclprof::HostDevice::OnSomeOwnThread()) return aclprof::CantWaitForOwnDevice();
  HostStatus launched = aclprof::Launch(call, stream, std::make_shared<Task>(std::move(plan)));
  if (launched.ok() && wait) (void)stream.executor().WaitFor(stream, Deadline(Deadline::kForever));
  return launched;
}

}  // namespace

extern "C" {

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (HostStatus good = CheckAllocation(devPtr, "devPtr", size); !good.ok()) return good;
    if (HostStatus good = CheckPolicy(policy); !good.ok()) return good;
    std::shared_ptr<HostContext> context;
    if (HostStatus found = CurrentContext(&context); !found.ok()) return found;
    return HostProcess::Get().memory().AllocateOnDevice(context->device(), size, devPtr);
  });
}

aclError aclrtFree(void* devPtr) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (devPtr == nullptr) return NullArgument("devPtr");
    return HostProcess::Get().memory().FreeOnDevice(devPtr);
  });
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (HostStatus good = CheckAllocation(hostPtr, "hostPtr", size); !good.ok()) return good;
    std::shared_ptr<HostContext> context;
    if (HostStatus found = CurrentContext(&context); !found.ok()) return found;
    return HostProcess::Get().memory().AllocateOnHost(size, hostPtr);
  });
}

aclError aclrtFreeHost(void* hostPtr) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (hostPtr == nullptr) return NullArgument("hostPtr");
    return HostProcess::Get().memory().FreeOnHost(hostPtr);
  });
}

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    HostProcess& process = HostProcess::Get();
    CopyPlan plan;
    HostStatus good = CopyPlan::Make({dst, destMax, src, count, kind}, process.memory(), &plan);
    if (!good.ok()) return good;
    std::shared_ptr<HostContext> context;
    if (HostStatus found = CurrentContext(&context); !found.ok()) return found;
    plan.CarryOut();
    return HostStatus();
  });
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    HostProcess& process = HostProcess::Get();
    CopyPlan plan;
    HostStatus good = CopyPlan::Make({dst, destMax, src, count, kind}, process.memory(), &plan);
    if (!good.ok()) return good;
    if (plan.host_to_host())
      return HostStatus(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "both ends are memory of the host");
    std::shared_ptr<HostStream> on;
    if (HostStatus known = process.StreamOf(stream, &on); !known.ok()) return known;
    return LaunchOnMemory<aclprof::CopyTask>(call, *on, std::move(plan));
  });
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    FillPlan plan;
    HostStatus good =
        FillPlan::Make(devPtr, maxCount, value, count, HostProcess::Get().memory(), &plan);
    if (!good.ok()) return good;
    std::shared_ptr<HostContext> context;
    if (HostStatus found = CurrentContext(&context); !found.ok()) return found;
    plan.CarryOut();
    return HostStatus();
  });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                          aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall& call) {
    HostProcess& process = HostProcess::Get();
    FillPlan plan;
    HostStatus good = FillPlan::Make(devPtr, maxCount, value, count, process.memory(), &plan);
    if (!good.ok()) return good;
    std::shared_ptr<HostStream> on;
    if (HostStatus known = process.StreamOf(stream, &on); !known.ok()) return known;
    return LaunchOnMemory<aclprof::FillTask>(call, *on, std::move(plan));
  });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (free == nullptr) return NullArgument("free");
    if (total == nullptr) return NullArgument("total");
    if (attr < ACL_DDR_MEM || attr > ACL_HBM_MEM_P2P_NORMAL)
      return HostStatus(ACL_ERROR_INVALID_PARAM, "attr is not an aclrtMemAttr");
    std::shared_ptr<HostContext> context;
    if (HostStatus found = CurrentContext(&context); !found.ok()) return found;
    const aclprof::MemoryMeter& meter = context->device()->memory();
    *total = meter.limit();
    *free = meter.available();
    return HostStatus();
  });
}

}  // extern "C"
