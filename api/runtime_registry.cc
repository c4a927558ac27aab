#include "api/runtime_registry.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>

namespace aclprof {
namespace {

struct Registration {
  explicit Registration(const aclprofx_runtime& given)
      : name(given.name != nullptr ? given.name : ""), runtime(given) {
    runtime.name = name.c_str();
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  std::string name;
  aclprofx_runtime runtime;
};

constinit std::atomic<const Registration*> registered{nullptr};

const aclprofx_runtime* Runtime() {
  const Registration* registration = registered.load(std::memory_order_acquire);  // [U1]
  return registration != nullptr ? &registration->runtime : nullptr;
}

// Above every id of a call, so that no flow joins a mark with a call.
constinit std::atomic<uint64_t> last_mark_id{uint64_t{1} << 48};

// Ok where there is no runtime that can, too.
ControlStatus PutOnStream(void* stream, uint16_t kind, const void* payload, size_t bytes) {
  const aclprofx_runtime* runtime = Runtime();
  if (runtime == nullptr || runtime->stream_record == nullptr) return {};
  const int32_t put =
      runtime->stream_record(runtime->context, stream, kind, payload, static_cast<uint32_t>(bytes));
  if (put == 0) return {};
  return {ControlCode::kStreamFailed, "the stream refuses it with " + std::to_string(put)};
}

}  // namespace

ControlStatus RegisterRuntime(const aclprofx_runtime& runtime) {
  auto registration = std::make_unique<const Registration>(runtime);
  const Registration* nobody = nullptr;
  // [U1]
  if (!registered.compare_exchange_strong(nobody, registration.get(), std::memory_order_acq_rel))
    return {ControlCode::kAlreadyInitialized,
            "the runtime " + nobody->name + " is registered already"};
  registration.release();
  return {};
}

ControlStatus UnregisterRuntime() {
  const std::unique_ptr<const Registration> registration(registered.exchange(nullptr));
  if (registration) return {};
  return {ControlCode::kNotInitialized, "no runtime is registered"};
}

uint32_t RuntimeDeviceCount() {
  const aclprofx_runtime* runtime = Runtime();
  if (runtime == nullptr || runtime->device_count == nullptr) return kMaxDevices;
  const int32_t count = runtime->device_count(runtime->context);
  return static_cast<uint32_t>(std::clamp<int32_t>(count, 0, kMaxDevices));
}

int32_t RuntimeModelDevice(uint32_t model_id) {
  const aclprofx_runtime* runtime = Runtime();
  if (runtime == nullptr || runtime->model_device == nullptr) return -1;
  const int32_t device = runtime->model_device(runtime->context, model_id);
  return device < ACLPROFX_MAX_DEVICES ? device : -1;
}

ControlStatus StepOnStream(void* stream, const aclprofx_step& step) {
  return PutOnStream(stream, ACLPROFX_KIND_STEP, &step, sizeof(step));
}

ControlStatus MarkOnStream(void* stream, std::string_view message, uint64_t* connection_id) {
  aclprofx_mark mark{};
  mark.connection_id = last_mark_id.fetch_add(1, std::memory_order_relaxed) + 1;
  mark.event_type = ACLPROFX_EVENT_MARKER_EX;
  mark.message_bytes = static_cast<uint32_t>(message.size());
  std::string payload(reinterpret_cast<const char*>(&mark), sizeof(mark));
  payload += message;
  ControlStatus put = PutOnStream(stream, ACLPROFX_KIND_MARK, payload.data(), payload.size());
  if (put.ok()) *connection_id = mark.connection_id;
  return put;
}

PlatformLimits RuntimeLimits() {
  const aclprofx_runtime* runtime = Runtime();
  if (runtime == nullptr) return {};
  return {runtime->unsupported_data_types, runtime->unsupported_settings};
}

}  // namespace aclprof
