// host_context.h: a context: the streams that were made in it, the default one first.
//
// Threads  any.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "devices/host/host_device.h"
#include "devices/host/host_stream.h"

namespace aclprof {

class HostContext {
 public:
  HostContext(std::shared_ptr<HostDevice> device, void* handle, bool is_default);

  const std::shared_ptr<HostDevice>& device() const { return device_; }
  bool is_default() const { return is_default_; }
  void* handle() const { return handle_; }
  const std::shared_ptr<HostStream>& default_stream() const { return default_stream_; }

  std::shared_ptr<HostStream> NewStream() const;
  void AddHandle(void* stream);
  void RemoveHandle(void* stream);
  std::vector<void*> handles() const;

 private:
  const std::shared_ptr<HostDevice> device_;
  void* const handle_;
  const bool is_default_;
  const std::shared_ptr<HostStream> default_stream_;
  mutable std::mutex mutex_;
  std::vector<void*> handles_;  // of the streams that the application made
};

}  // namespace aclprof
