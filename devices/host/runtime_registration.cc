// The host runtime's entry in aclprof. It is made when the library is loaded, so that aclprofCreateConfig knows the devices
// before aclInit; a runtime that is registered already stays.

#include "aclprof/runtime.h"
#include "devices/host/host_process.h"
#include "devices/host/stream_record_task.h"

namespace aclprof {
namespace {

int32_t DeviceCount(void*) { return HostProcess::Get().devices().count(); }

int32_t ModelDevice(void*, uint32_t id) {
  std::shared_ptr<HostModel> model;
  return HostProcess::Get().models().Find(id, &model).ok() ? model->device_id() : -1;
}

int32_t StreamDevice(void*, void* stream) {
  const auto found = HostProcess::Get().streams().Find(stream);
  return found == nullptr ? -1 : found->device_id();
}

int32_t StreamRecord(void*, void* handle, uint16_t kind, const void* payload, uint32_t bytes) {
  try {
    std::shared_ptr<HostStream> stream;
    const HostStatus known = HostProcess::Get().StreamOf(handle, &stream);
    if (!known.ok()) return known.code();
    const std::shared_ptr<HostTask> task = std::make_shared<StreamRecordTask>(kind, payload, bytes);
    return stream->executor().Launch(*stream, {&task, 1}).code();
  } catch (const std::exception&) {
    return ACL_ERROR_BAD_ALLOC;
  }
}

__attribute__((constructor)) void RegisterAtLoad() {
  aclprofx_runtime runtime{};
  runtime.size_bytes = sizeof(runtime);
  runtime.name = "host-cpu";
  runtime.device_count = &DeviceCount;
  runtime.model_device = &ModelDevice;
  runtime.stream_device = &StreamDevice;
  runtime.stream_record = &StreamRecord;
  (void)aclprofx_runtime_register(&runtime);
}

}  // namespace
}  // namespace aclprof
