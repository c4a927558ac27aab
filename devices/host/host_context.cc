#include "devices/host/host_context.h"

#include <algorithm>

namespace aclprof {

HostContext::HostContext(std::shared_ptr<HostDevice> device, void* handle, bool is_default)
    : device_(std::move(device)),
      handle_(handle),
      is_default_(is_default),
      default_stream_(NewStream()) {}

std::shared_ptr<HostStream> HostContext::NewStream() const {
  return std::make_shared<HostStream>(device_->executor(), device_->NextStreamId(), device_->id(),
                                      handle_);
}

void HostContext::AddHandle(void* stream) {
  const std::lock_guard lock(mutex_);
  handles_.push_back(stream);
}

void HostContext::RemoveHandle(void* stream) {
  const std::lock_guard lock(mutex_);
  std::erase(handles_, stream);
}

std::vector<void*> HostContext::handles() const {
  const std::lock_guard lock(mutex_);
  return handles_;
}

}  // namespace aclprof
