#include "devices/host/host_process.h"

#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <string>

#include "aclprof/runtime.h"
#include "devices/host/api_call.h"
#include "devices/host/device_count.h"

namespace aclprof {
namespace {

// Never destroyed, so that threads which outlive main() find what they work on.
std::atomic<HostProcess*> current{nullptr};

// What a forked child left behind. It is not freed: its locks may be held by threads that the child has not.
HostProcess* of_parent = nullptr;

constinit thread_local void* current_context = nullptr;

// What aclprof answered; its text for the thread stays as it is.
HostStatus Said(int error) { return error == 0 ? HostStatus() : HostStatus(error, ""); }

void BeginAfresh() {
  of_parent = current.exchange(nullptr, std::memory_order_relaxed);
  current_context = nullptr;
  ForgetThreadId();
}

}  // namespace

HostProcess::HostProcess()
    : devices_(ConfiguredDeviceCount(), &contexts_, &streams_, &reports_, &memory_, &models_,
               &operators_) {}

HostProcess& HostProcess::Get() {
  static const int fork_handled = pthread_atfork(nullptr, nullptr, &BeginAfresh);
  (void)fork_handled;
  HostProcess* process = current.load(std::memory_order_acquire);  // [H1]
  if (process != nullptr) return *process;
  auto* made = new HostProcess;
  // [H1]
  if (current.compare_exchange_strong(process, made, std::memory_order_acq_rel)) return *made;
  delete made;
  return *process;
}

HostStatus HostProcess::Init(const char* config_path) {
  const std::lock_guard lock(lifecycle_);
  if (references_ > 0) {
    ++references_;
    return {ACL_ERROR_REPEAT_INITIALIZE, "aclInit was called already; it stays in force"};
  }
  if (HostStatus count = CheckDeviceCountSetting(); !count.ok()) return count;
  if (HostStatus configured = Said(aclprofx_runtime_configure(config_path)); !configured.ok())
    return configured;
  references_ = 1;
  return {};
}

HostStatus HostProcess::Finalize() {
  const std::lock_guard lock(lifecycle_);
  return FinalizeLocked();
}

HostStatus HostProcess::FinalizeReference(uint64_t* left) {
  const std::lock_guard lock(lifecycle_);
  if (references_ > 1) {
    --references_;
  } else if (HostStatus done = FinalizeLocked(); !done.ok()) {
    return done;
  }
  if (left != nullptr) *left = references_;
  return {};
}

HostStatus HostProcess::FinalizeLocked() {
  if (references_ == 0) return {ACL_ERROR_REPEAT_FINALIZE, "aclInit is not in force"};
  if (HostStatus down = devices_.TakeAllDown(); !down.ok()) return down;
  references_ = 0;
  return Said(aclprofx_runtime_finalize(1));
}

HostStatus HostProcess::CheckInitialized() const {
  if (references_ > 0) return {};
  return {ACL_ERROR_UNINITIALIZE, "call aclInit first"};
}

HostStatus HostProcess::CurrentContext(std::shared_ptr<HostContext>* context) {
  *context = contexts_.Find(current_context);
  return *context == nullptr ? NoContext() : HostStatus();
}

HostStatus HostProcess::StreamOf(void* handle, std::shared_ptr<HostStream>* stream) {
  std::shared_ptr<HostContext> context;
  if (HostStatus found = CurrentContext(&context); !found.ok()) return found;
  *stream = handle == nullptr ? context->default_stream() : streams_.Find(handle);
  if (*stream == nullptr) return UnknownHandle("stream");
  if ((*stream)->context() != context->handle())
    return {ACL_ERROR_RT_STREAM_CONTEXT, "the stream is not of the current context"};
  return {};
}

HostStatus HostProcess::EventOf(void* handle, std::shared_ptr<HostEvent>* event) {
  if (handle == nullptr) return NullArgument("event");
  *event = events_.Find(handle);
  return *event == nullptr ? UnknownHandle("event") : HostStatus();
}

HostStatus HostProcess::DatasetOf(const void* handle, const char* argument,
                                  std::shared_ptr<ModelDataset>* dataset) {
  if (handle == nullptr) return NullArgument(argument);
  *dataset = datasets_.Find(const_cast<void*>(handle));
  return *dataset == nullptr ? UnknownHandle("dataset") : HostStatus();
}

void* CurrentContextHandle() { return current_context; }
void SetCurrentContextHandle(void* context) { current_context = context; }

}  // namespace aclprof
