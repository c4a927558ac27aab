// function_kernel.h: a kernel that is a plain loop: one function, no scratch.
#pragma once

#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "devices/models/operator.h"

namespace aclprof {

using KernelInputs = std::span<const void* const>;
using KernelOutputs = std::span<void* const>;

// Whether the node has the input at run, too.
inline bool Given(KernelInputs inputs, size_t index) {
  return index < inputs.size() && inputs[index] != nullptr;
}

template <typename Function>
class FunctionKernel : public Kernel {
 public:
  explicit FunctionKernel(Function function) : function_(std::move(function)) {}
  Status Run(KernelInputs inputs, KernelOutputs outputs, void*) override {
    if constexpr (std::is_void_v<std::invoke_result_t<Function&, KernelInputs, KernelOutputs>>) {
      function_(inputs, outputs);
      return Status();
    } else {
      return function_(inputs, outputs);
    }
  }

 private:
  Function function_;
};

// function(KernelInputs, KernelOutputs), which answers a Status where it can fail; what it holds is all that it may use.
template <typename Function>
Status MakeFunction(std::unique_ptr<Kernel>* kernel, Function function) {
  *kernel = std::make_unique<FunctionKernel<Function>>(std::move(function));
  return Status();
}

// The first input as it is.
inline Status MakeCopyOf(size_t bytes, std::unique_ptr<Kernel>* kernel) {
  return MakeFunction(
      kernel, [bytes](KernelInputs in, KernelOutputs out) { std::memcpy(out[0], in[0], bytes); });
}

}  // namespace aclprof
