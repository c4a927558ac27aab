// The functions of aclprof/runtime.h.

#include <string>

#include "aclprof/runtime.h"
#include "api/c_boundary.h"
#include "api/recent_error.h"
#include "api/runtime_registry.h"
#include "core/profile.h"

namespace {

using aclprof::ControlCode;
using aclprof::ControlStatus;
using aclprof::Guarded;
using aclprof::IsNull;
using aclprof::Profile;

ControlStatus CheckRuntime(const aclprofx_runtime* runtime) {
  if (runtime == nullptr) return IsNull("runtime");
  if (runtime->size_bytes != sizeof(*runtime))
    return {ControlCode::kBadArgument, "size_bytes is not that of version 1"};
  return {};
}

ControlStatus CheckCollection(int32_t device_id, const aclprofx_collection* collection) {
  if (collection == nullptr) return IsNull("collection");
  if (collection->size_bytes != sizeof(*collection))
    return {ControlCode::kBadArgument, "size_bytes is not that of version 1"};
  if (device_id < aclprof::kHost || device_id >= ACLPROFX_MAX_DEVICES)
    return {ControlCode::kBadArgument, "device_id is outside -1..63"};
  return {};
}

}  // namespace

extern "C" {

int aclprofx_runtime_register(const aclprofx_runtime* runtime) {
  return Guarded(__func__, [runtime] {
    ControlStatus bad = CheckRuntime(runtime);
    return bad.ok() ? aclprof::RegisterRuntime(*runtime) : bad;
  });
}

int aclprofx_runtime_unregister(void) { return Guarded(__func__, &aclprof::UnregisterRuntime); }

int aclprofx_runtime_configure(const char* json_path) {
  return Guarded("aclInit", [json_path] {
    const std::string path = json_path != nullptr ? json_path : "";
    return Profile::Get().Configure(path, aclprof::RuntimeLimits());
  });
}

int aclprofx_runtime_device_up(int32_t device_id) {
  return Guarded(__func__, [device_id] { return Profile::Get().DeviceUp(device_id); });
}

int aclprofx_runtime_device_down(int32_t device_id) {
  return Guarded(__func__, [device_id] { return Profile::Get().DeviceDown(device_id); });
}

int aclprofx_runtime_model_unloaded(uint32_t model_id) {
  return Guarded(__func__, [model_id] {
    (void)Profile::Get().Unsubscribe(model_id);  // most models have no subscription
    return ControlStatus();
  });
}

int aclprofx_runtime_finalize(int run_complete) {
  return Guarded("aclFinalize",
                 [run_complete] { return Profile::Get().FinalizeRun(run_complete != 0); });
}

int aclprofx_runtime_collection(int32_t device_id, aclprofx_collection* collection) {
  return Guarded(__func__, [device_id, collection] {
    ControlStatus bad = CheckCollection(device_id, collection);
    if (!bad.ok()) return bad;
    const aclprof::Collection now = Profile::Get().CollectionOn(device_id);
    *collection = {sizeof(*collection), now.kinds, now.data_types, now.aicore_metrics,
                   now.sessions};
    return bad;
  });
}

void aclprofx_report_error(const char* message) {
  if (message != nullptr && *message != '\0') aclprof::LeaveRecentError(message);
}

const char* aclprofx_last_error(void) { return aclprof::TakeRecentError(); }

}  // extern "C"
