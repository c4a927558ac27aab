// The events of acl/acl_rt.h.

#include "acl/acl_rt.h"
#include "devices/host/api_call.h"
#include "devices/host/event_tasks.h"
#include "devices/host/host_process.h"
#include "devices/host/launch.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::BadArgument;
using aclprof::HostContext;
using aclprof::HostEvent;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::HostStream;
using aclprof::NullArgument;
using aclprof::Traced;

namespace {

constexpr uint32_t kEventFlags =
    ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE;

HostStatus CreateEvent(aclrtEvent* event, uint32_t flag, bool waits_for_first_record) {
  if (event == nullptr) return NullArgument("event");
  if (flag == 0 || (flag & ~kEventFlags) != 0)
    return BadArgument("flag is not made of ACL_EVENT_* values");
  HostProcess& process = HostProcess::Get();
  std::shared_ptr<HostContext> context;
  if (HostStatus found = process.CurrentContext(&context); !found.ok()) return found;
  *event = process.events().Add(std::make_shared<HostEvent>(waits_for_first_record));
  return {};
}

template <typename Task>
HostStatus LaunchOn(ApiCall& call, aclrtEvent event, aclrtStream stream) {
  HostProcess& process = HostProcess::Get();
  std::shared_ptr<HostEvent> found;
  if (HostStatus known = process.EventOf(event, &found); !known.ok()) return known;
  std::shared_ptr<HostStream> on;
  if (HostStatus known = process.StreamOf(stream, &on); !known.ok()) return known;
  return aclprof::Launch(call, *on, std::make_shared<Task>(std::move(found)));
}

// Whether the event's latest record is over.
HostStatus QueryRecorded(aclrtEvent event, bool* recorded) {
  std::shared_ptr<HostEvent> found;
  HostStatus known = HostProcess::Get().EventOf(event, &found);
  if (known.ok()) *recorded = found->Recorded();
  return known;
}

}  // namespace

extern "C" {

aclError aclrtCreateEvent(aclrtEvent* event) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return CreateEvent(event, kEventFlags, true); });
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return CreateEvent(event, flag, true); });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return CreateEvent(event, flag, false); });
}

aclError aclrtDestroyEvent(aclrtEvent event) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (event == nullptr) return NullArgument("event");
    if (HostProcess::Get().events().Take(event) == nullptr) return aclprof::UnknownHandle("event");
    return HostStatus();
  });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(
      name, [&](ApiCall& call) { return LaunchOn<aclprof::EventRecordTask>(call, event, stream); });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
  static const ApiName name(__func__);
  return Traced(
      name, [&](ApiCall& call) { return LaunchOn<aclprof::EventResetTask>(call, event, stream); });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  static const ApiName name(__func__);
  return Traced(
      name, [&](ApiCall& call) { return LaunchOn<aclprof::EventWaitTask>(call, event, stream); });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    std::shared_ptr<HostEvent> found;
    HostStatus known = HostProcess::Get().EventOf(event, &found);
    if (known.ok()) found->WaitRecorded();
    return known;
  });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (status == nullptr) return NullArgument("status");
    bool recorded = false;
    HostStatus known = QueryRecorded(event, &recorded);
    if (known.ok())
      *status = recorded ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    return known;
  });
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (status == nullptr) return NullArgument("status");
    bool recorded = false;
    HostStatus known = QueryRecorded(event, &recorded);
    if (known.ok()) *status = recorded ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
    return known;
  });
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (ms == nullptr) return NullArgument("ms");
    std::shared_ptr<HostEvent> start, end;
    HostProcess& process = HostProcess::Get();
    if (HostStatus known = process.EventOf(startEvent, &start); !known.ok()) return known;
    if (HostStatus known = process.EventOf(endEvent, &end); !known.ok()) return known;
    return end->ElapsedSince(*start, ms);
  });
}

}  // extern "C"
