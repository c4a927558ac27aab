// Add, Sub, Mul, Div, Pow and Max, with numpy's broadcasting.
//
// Whole numbers wrap around; divided by 0 they give 0.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "devices/models/operators/function_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/strided_walk.h"

namespace aclprof {
namespace {

// Signed overflow has no meaning in C++, that of unsigned numbers has the one we want.
template <typename T, typename Operation>
T Wrapped(T a, T b, Operation operation) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(operation(static_cast<Unsigned>(a), static_cast<Unsigned>(b)));
  } else {
    return operation(a, b);
  }
}

struct AddOf {
  template <typename T>
  T operator()(T a, T b) const {
    return Wrapped(a, b, [](auto x, auto y) { return x + y; });
  }
};

struct SubOf {
  template <typename T>
  T operator()(T a, T b) const {
    return Wrapped(a, b, [](auto x, auto y) { return x - y; });
  }
};

struct MulOf {
  template <typename T>
  T operator()(T a, T b) const {
    return Wrapped(a, b, [](auto x, auto y) { return x * y; });
  }
};

struct DivOf {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0) return 0;
      if (b == -1) return SubOf()(T{0}, a);  // the smallest number has no opposite
    }
    return a / b;
  }
};

// NaN wins.
struct MaxOf {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(b)) return b;
    }
    return a < b ? b : a;
  }
};

struct PowOf {
  template <typename T>
  float operator()(float a, T b) const {
    if (b == T{2}) return a * a;
    return std::pow(a, static_cast<float>(b));
  }
};

// Rows where an operand repeats one element or goes on by one are what compilers make fast.
template <typename A, typename B, typename Operation>
void Row(const A* a, int64_t step_a, const B* b, int64_t step_b, A* to, int64_t count) {
  const Operation operation;
  if (step_a == 1 && step_b == 1) {
    for (int64_t i = 0; i < count; ++i) to[i] = operation(a[i], b[i]);
  } else if (step_a == 1 && step_b == 0) {
    const B one = *b;
    for (int64_t i = 0; i < count; ++i) to[i] = operation(a[i], one);
  } else {
    for (int64_t i = 0; i < count; ++i) to[i] = operation(a[i * step_a], b[i * step_b]);
  }
}

template <typename A, typename B, typename Operation>
void Combine(StridedWalk* walk, const void* a, const void* b, void* to) {
  const StridedWalk::Offsets steps = walk->row_strides();
  walk->Rows([&](int64_t dense, const StridedWalk::Offsets& at, int64_t count) {
    Row<A, B, Operation>(static_cast<const A*>(a) + at[0], steps[0],
                         static_cast<const B*>(b) + at[1], steps[1], static_cast<A*>(to) + dense,
                         count);
  });
}

using Combiner = void (*)(StridedWalk*, const void*, const void*, void*);

template <typename Operation>
Combiner CombinerOf(ElementType element) {
  switch (element) {
    case ElementType::kInt32:
      return Combine<int32_t, int32_t, Operation>;
    case ElementType::kInt64:
      return Combine<int64_t, int64_t, Operation>;
    default:
      return Combine<float, float, Operation>;
  }
}

Combiner PowerOf(ElementType exponent) {
  switch (exponent) {
    case ElementType::kInt32:
      return Combine<float, int32_t, PowOf>;
    case ElementType::kInt64:
      return Combine<float, int64_t, PowOf>;
    default:
      return Combine<float, float, PowOf>;
  }
}

void CheckNumbers(NodeCheck* check, size_t input) {
  check->Element(input, {ElementType::kFloat, ElementType::kInt64, ElementType::kInt32});
}

// The dimensions of all inputs together.
Dims BroadcastInputs(const NodeView& node, NodeCheck* check) {
  Dims dims = check->DimsOf(0);
  for (size_t i = 1; check->ok() && i < node.inputs.size(); ++i) {
    const Dims before = dims;
    if (Broadcast(before, check->DimsOf(i), &dims)) continue;
    check->Fault("input " + std::to_string(i) + " " + ToText(check->DimsOf(i)) +
                 " can't be broadcast with " + ToText(before));
  }
  return dims;
}

Status InferBroadcast(const NodeView& node, NodeCheck* check, std::vector<TensorType>* outputs) {
  check->Outputs(1);
  if (!check->ok()) return check->status();
  return check->Give({{check->Type(0).element, BroadcastInputs(node, check)}}, outputs);
}

Status InferBinary(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(2, 2);
  CheckNumbers(&check, 0);
  check.SameElements();
  return InferBroadcast(node, &check, outputs);
}

Status InferPow(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(2, 2);
  check.Element(0, {ElementType::kFloat});
  CheckNumbers(&check, 1);
  return InferBroadcast(node, &check, outputs);
}

Status InferMax(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  const size_t count = std::max<size_t>(node.inputs.size(), 1);
  check.Inputs(count, count);
  CheckNumbers(&check, 0);
  check.SameElements();
  return InferBroadcast(node, &check, outputs);
}

Status MakeCombined(const NodeView& node, const Dims& dims, Combiner combine,
                    std::unique_ptr<Kernel>* kernel) {
  StridedWalk walk(dims, BroadcastStrides(node.inputs[0].type.dims, dims),
                   BroadcastStrides(node.inputs[1].type.dims, dims));
  return MakeFunction(kernel, [walk, combine](KernelInputs in, KernelOutputs out) mutable {
    combine(&walk, in[0], in[1], out[0]);
  });
}

template <typename Operation>
Status MakeBinary(const NodeView& node, const std::vector<TensorType>& outputs,
                  std::unique_ptr<Kernel>* kernel) {
  return MakeCombined(node, outputs[0].dims, CombinerOf<Operation>(outputs[0].element), kernel);
}

Status MakePow(const NodeView& node, const std::vector<TensorType>& outputs,
               std::unique_ptr<Kernel>* kernel) {
  return MakeCombined(node, outputs[0].dims, PowerOf(node.inputs[1].type.element), kernel);
}

// The first input is broadcast into the output, which then meets one input after the other.
Status MakeMax(const NodeView& node, const std::vector<TensorType>& outputs,
               std::unique_ptr<Kernel>* kernel) {
  const Dims& dims = outputs[0].dims;
  StridedWalk first(dims, BroadcastStrides(node.inputs[0].type.dims, dims));
  std::vector<StridedWalk> others;
  for (size_t i = 1; i < node.inputs.size(); ++i) {
    others.emplace_back(dims, StridesOf(dims), BroadcastStrides(node.inputs[i].type.dims, dims));
  }
  const Combiner combine = CombinerOf<MaxOf>(outputs[0].element);
  const size_t bytes = BytesOf(outputs[0].element);
  return MakeFunction(kernel, [=](KernelInputs in, KernelOutputs out) mutable {
    CopyStrided(bytes, &first, in[0], out[0]);
    for (size_t i = 0; i < others.size(); ++i) combine(&others[i], out[0], in[i + 1], out[0]);
  });
}

constexpr Operator kOperators[] = {
    {"Add", "AI_VECTOR_CORE", InferBinary, MakeBinary<AddOf>},
    {"Sub", "AI_VECTOR_CORE", InferBinary, MakeBinary<SubOf>},
    {"Mul", "AI_VECTOR_CORE", InferBinary, MakeBinary<MulOf>},
    {"Div", "AI_VECTOR_CORE", InferBinary, MakeBinary<DivOf>},
    {"Pow", "AI_VECTOR_CORE", InferPow, MakePow},
    {"Max", "AI_VECTOR_CORE", InferMax, MakeMax},
};

}  // namespace

std::span<const Operator> ArithmeticOperators() { return kOperators; }

}  // namespace aclprof
