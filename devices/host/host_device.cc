#include "devices/host/host_device.h"

#include <unistd.h>

#include "aclprof/runtime.h"

namespace aclprof {
namespace {

constexpr uint64_t kMemoryRingBytes = 256 * 1024;
constexpr uint64_t kMemoryBlockBytes = 64 * 1024;

constinit thread_local const HostDevice* serving = nullptr;

aclprofx_ring* OpenRing(int32_t device_id, uint64_t capacity_bytes, uint64_t block_bytes) {
  aclprofx_producer_options options{};
  options.size_bytes = sizeof(options);
  options.device_id = device_id;
  options.name = "host-cpu";
  options.capacity_bytes = capacity_bytes;
  options.block_bytes = block_bytes;
  options.policy = -1;
  aclprofx_ring* ring = nullptr;
  return aclprofx_open_producer(&options, &ring) == 0 ? ring : nullptr;
}

uint64_t PhysicalMemoryBytes() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

HostDevice::HostDevice(int32_t id)
    : id_(id),
      executor_name_("acldev-" + std::to_string(id)),
      host_function_name_("aclfn-" + std::to_string(id)),
      task_ring_(OpenRing(id, 0, 0)),
      memory_ring_(OpenRing(id, kMemoryRingBytes, kMemoryBlockBytes)),
      memory_(memory_ring_, PhysicalMemoryBytes()),
      executor_(std::make_shared<StreamExecutor>(task_ring_)),
      host_functions_(std::make_shared<CallbackQueue>()) {}

HostDevice::~HostDevice() {
  StopThreads();
  aclprofx_close_producer(task_ring_);
  aclprofx_close_producer(memory_ring_);
}

HostStatus HostDevice::BringUp(int32_t id, std::shared_ptr<HostDevice>* device) {
  std::shared_ptr<HostDevice> made(new HostDevice(id));
  if (Status started = made->StartThreads(); !started.ok())
    return {ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
            "device " + std::to_string(id) + ": " + started.message()};
  if (aclprofx_runtime_device_up(id) != 0)
    return {ACL_ERROR_PROFILING_FAILURE,
            "device " + std::to_string(id) + " could not join the profiling session"};
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

}  // namespace aclprof
