// host_operator.h: a single operator, compiled for a device: a kernel, its scratch and constants, and its identity.
//
// Threads  made on any thread; Run on the device's thread alone, as the kernel and its scratch are there once.
// Errors   Compile: 100024 there is no such operator, or it does not take what the request has; 100000 a request that
//          can't be; 100022 another output than the request has; 207001 no memory for its scratch and constants.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "devices/host/device_memory.h"
#include "devices/host/operator_request.h"
#include "devices/models/operator.h"

namespace aclprof {

class HostOperator {
 public:
  static HostStatus Compile(const OperatorRequest& request,
                            const std::shared_ptr<HostDevice>& device,
                            std::shared_ptr<HostOperator>* compiled);

  const StepIdentity& identity() const { return identity_; }
  // Of an input that is a constant; else nullptr.
  void* constant(size_t input) const {
    return constants_[input] == nullptr ? nullptr : constants_[input]->bytes();
  }

  // 507000: the elements can't be, or the engine fails.
  HostStatus Run(std::span<const void* const> inputs, std::span<void* const> outputs);

 private:
  HostStatus TakeMemory(const OperatorRequest& request, const std::shared_ptr<HostDevice>& device);

  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<DeviceMemory> scratch_;
  std::unique_ptr<DeviceMemory> weights_;
  std::vector<std::unique_ptr<DeviceMemory>> constants_;
  StepIdentity identity_;
  std::string type_;
};

}  // namespace aclprof
