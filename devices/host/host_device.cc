#include "devices/host/host_device.h"

#include <unistd.h>

#include <utility>

#include "aclprof/runtime.h"

namespace aclprof {
namespace {

constexpr uint64_t kMemoryRingBytes = 256 * 1024;
constexpr uint64_t kMemoryBlockBytes = 64 * 1024;

constinit thread_local const HostDevice* serving = nullptr;

std::string Named(int32_t device_id) { return "device " + std::to_string(device_id); }

// A device whose records nobody would ever count is refused rather than run.
HostStatus OpenRing(int32_t device_id, uint64_t capacity_bytes, uint64_t block_bytes,
                    DeviceRing* ring) {
  aclprofx_producer_options options{};
  options.size_bytes = sizeof(options);
  options.device_id = device_id;
  options.name = "host-cpu";
  options.capacity_bytes = capacity_bytes;
  options.block_bytes = block_bytes;
  options.policy = -1;
  aclprofx_ring* opened = nullptr;
  if (aclprofx_open_producer(&options, &opened) != 0) {
    const char* why = aclprofx_last_error();
    return {ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
            Named(device_id) + " has no ring for its records: " + (why != nullptr ? why : "")};
  }
  ring->reset(opened);
  return {};
}

uint64_t PhysicalMemoryBytes() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

HostDevice::HostDevice(int32_t id, DeviceRing task_ring, DeviceRing memory_ring)
    : id_(id),
      executor_name_("acldev-" + std::to_string(id)),
      host_function_name_("aclfn-" + std::to_string(id)),
      task_ring_(std::move(task_ring)),
      memory_ring_(std::move(memory_ring)),
      memory_(memory_ring_.get(), PhysicalMemoryBytes()),
      executor_(std::make_shared<StreamExecutor>(task_ring_.get())),
      host_functions_(std::make_shared<CallbackQueue>()) {}

HostDevice::~HostDevice() { StopThreads(); }

HostStatus HostDevice::BringUp(int32_t id, std::shared_ptr<HostDevice>* device) {
  DeviceRing tasks, memory;
  HostStatus opened = OpenRing(id, 0, 0, &tasks);
  if (opened.ok()) opened = OpenRing(id, kMemoryRingBytes, kMemoryBlockBytes, &memory);
  if (!opened.ok()) return opened;
  std::shared_ptr<HostDevice> made(new HostDevice(id, std::move(tasks), std::move(memory)));
  if (Status started = made->StartThreads(); !started.ok())
    return {ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, Named(id) + ": " + started.message()};
  if (aclprofx_runtime_device_up(id) != 0)
    return {ACL_ERROR_PROFILING_FAILURE, Named(id) + " could not join the profiling session"};
  *device = std::move(made);
  return {};
}

void HostDevice::TakeDown() {
  StopThreads();
  aclprofx_runtime_device_down(id_);
}

bool HostDevice::OnOwnThread() const { return serving == this; }
bool HostDevice::OnSomeOwnThread() { return serving != nullptr; }

Status HostDevice::StartThreads() {
  Status started = executor_->Start(executor_name_.c_str());
  if (!started.ok()) return started;
  return host_function_thread_.Start(host_function_name_.c_str(), [this] { CallHostFunctions(); });
}

void HostDevice::StopThreads() {
  executor_->Stop();
  host_functions_->Close();
  host_function_thread_.Join();
}

void HostDevice::CallHostFunctions() {
  serving = this;
  const Deadline forever(Deadline::kForever);
  while (host_functions_->CallOne(forever) != CallbackQueue::Outcome::kClosed) {
  }
}

HostStatus CantWaitForOwnDevice() {
  return {ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "a host function can't wait for its own device"};
}

HostStatus WasReset(const HostDevice& device) {
  return {ACL_ERROR_RT_CONTEXT_NULL, Named(device.id()) + " has been reset meanwhile"};
}

}  // namespace aclprof
