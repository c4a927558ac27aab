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

PlatformLimits RuntimeLimits() {
  const aclprofx_runtime* runtime = Runtime();
  if (runtime == nullptr) return {};
  return {runtime->unsupported_data_types, runtime->unsupported_settings};
}

}  // namespace aclprof
