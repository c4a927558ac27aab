// A table of operators that tests can foresee: plain loops, and nothing of it can be wrong but what the node says.
//
// Add       of two tensors of one type, float or int64, by way of its scratch.
// Relu      of floats.
// Identity  of anything.
// Reshape   to a shape known at load.
// Split     into as many equal parts of the first dimension as it has outputs.
// Gather    the elements of a vector that indices name, both int64; indices out of range read element 0.
#include <algorithm>
#include <cstring>

#include "base/byte_order.h"
#include "devices/models/operator.h"

namespace aclprof {
namespace {

using Inputs = std::span<const void* const>;
using Outputs = std::span<void* const>;

template <typename Loop>
class LoopKernel : public Kernel {
 public:
  LoopKernel(size_t scratch_bytes, Loop loop) : scratch_bytes_(scratch_bytes), loop_(loop) {}
  size_t scratch_bytes() const override { return scratch_bytes_; }
  Status Run(Inputs inputs, Outputs outputs, void* scratch) override {
    loop_(inputs, outputs, scratch);
    return Status();
  }

 private:
  const size_t scratch_bytes_;
  const Loop loop_;
};

template <typename Loop>
Status MakeLoop(std::unique_ptr<Kernel>* kernel, size_t scratch_bytes, Loop loop) {
  *kernel = std::make_unique<LoopKernel<Loop>>(scratch_bytes, loop);
  return Status();
}

Status Invalid(const std::string& what) { return Status(StatusCode::kInvalidArgument, what); }

Status NeedInputs(const NodeView& node, size_t count) {
  size_t present = 0;
  for (const NodeInput& input : node.inputs) present += input.present;
  if (present == count && node.inputs.size() == count) return Status();
  return Invalid("it has " + std::to_string(present) + " inputs instead of " +
                 std::to_string(count));
}

Status InferSame(const NodeView& node, std::vector<TensorType>* outputs) {
  if (Status status = NeedInputs(node, 1); !status.ok()) return status;
  *outputs = {node.inputs[0].type};
  return Status();
}

Status InferAdd(const NodeView& node, std::vector<TensorType>* outputs) {
  if (Status status = NeedInputs(node, 2); !status.ok()) return status;
  const TensorType& type = node.inputs[0].type;
  if (type.element != ElementType::kFloat && type.element != ElementType::kInt64)
    return Invalid("it adds no " + ToString(type));
  if (type != node.inputs[1].type)
    return Invalid("it can't add " + ToString(node.inputs[1].type) + " to " + ToString(type));
  *outputs = {type};
  return Status();
}

template <typename T>
void AddByScratch(Inputs inputs, void* output, void* scratch, size_t elements) {
  std::memcpy(scratch, inputs[1], elements * sizeof(T));
  const auto* left = static_cast<const T*>(inputs[0]);
  const auto* right = static_cast<const T*>(scratch);
  for (size_t i = 0; i < elements; ++i) static_cast<T*>(output)[i] = left[i] + right[i];
}

Status MakeAdd(const NodeView&, const std::vector<TensorType>& outputs,
               std::unique_ptr<Kernel>* kernel) {
  const auto elements = static_cast<size_t>(outputs[0].Elements());
  const bool is_float = outputs[0].element == ElementType::kFloat;
  return MakeLoop(kernel, outputs[0].Bytes(), [=](Inputs inputs, Outputs out, void* scratch) {
    if (is_float)
      AddByScratch<float>(inputs, out[0], scratch, elements);
    else
      AddByScratch<uint64_t>(inputs, out[0], scratch, elements);
  });
}

Status InferRelu(const NodeView& node, std::vector<TensorType>* outputs) {
  if (Status status = InferSame(node, outputs); !status.ok()) return status;
  return (*outputs)[0].element == ElementType::kFloat ? Status() : Invalid("it is for floats");
}

Status MakeRelu(const NodeView&, const std::vector<TensorType>& outputs,
                std::unique_ptr<Kernel>* kernel) {
  const auto elements = static_cast<size_t>(outputs[0].Elements());
  return MakeLoop(kernel, 0, [=](Inputs inputs, Outputs out, void*) {
    const auto* from = static_cast<const float*>(inputs[0]);
    for (size_t i = 0; i < elements; ++i) static_cast<float*>(out[0])[i] = std::max(from[i], 0.0f);
  });
}

Status MakeCopy(const NodeView&, const std::vector<TensorType>& outputs,
                std::unique_ptr<Kernel>* kernel) {
  const size_t bytes = outputs[0].Bytes();
  return MakeLoop(
      kernel, 0, [=](Inputs inputs, Outputs out, void*) { std::memcpy(out[0], inputs[0], bytes); });
}

Status InferReshape(const NodeView& node, std::vector<TensorType>* outputs) {
  if (Status status = NeedInputs(node, 2); !status.ok()) return status;
  const NodeInput& shape = node.inputs[1];
  if (shape.constant == nullptr || shape.type.element != ElementType::kInt64)
    return Invalid("its shape is not known at load");
  TensorType type{node.inputs[0].type.element, {}};
  for (int64_t i = 0; i < shape.type.Elements(); ++i)
    type.dims.push_back(Load<int64_t>(shape.constant + i * 8));
  if (Status status = CheckSize(type); !status.ok()) return status;
  if (type.Elements() != node.inputs[0].type.Elements())
    return Invalid("it can't make " + ToString(type) + " of " + ToString(node.inputs[0].type));
  *outputs = {type};
  return Status();
}

Status InferSplit(const NodeView& node, std::vector<TensorType>* outputs) {
  if (Status status = NeedInputs(node, 1); !status.ok()) return status;
  TensorType type = node.inputs[0].type;
  const auto parts = static_cast<int64_t>(node.output_count);
  if (type.dims.empty() || type.dims[0] % parts != 0)
    return Invalid(ToString(type) + " has no " + std::to_string(parts) + " equal parts");
  type.dims[0] /= parts;
  outputs->assign(node.output_count, type);
  return Status();
}

Status MakeSplit(const NodeView&, const std::vector<TensorType>& outputs,
                 std::unique_ptr<Kernel>* kernel) {
  const size_t bytes = outputs[0].Bytes();
  return MakeLoop(kernel, 0, [=](Inputs inputs, Outputs out, void*) {
    const auto* from = static_cast<const unsigned char*>(inputs[0]);
    for (size_t i = 0; i < out.size(); ++i) std::memcpy(out[i], from + i * bytes, bytes);
  });
}

Status InferGather(const NodeView& node, std::vector<TensorType>* outputs) {
  if (Status status = NeedInputs(node, 2); !status.ok()) return status;
  for (const NodeInput& input : node.inputs) {
    if (input.type.element != ElementType::kInt64 || input.type.dims.size() != 1)
      return Invalid("it is for vectors of int64");
  }
  *outputs = {node.inputs[1].type};
  return Status();
}

Status MakeGather(const NodeView& node, const std::vector<TensorType>& outputs,
                  std::unique_ptr<Kernel>* kernel) {
  const int64_t elements = node.inputs[0].type.Elements();
  const int64_t count = outputs[0].Elements();
  return MakeLoop(kernel, 0, [=](Inputs inputs, Outputs out, void*) {
    const auto* from = static_cast<const int64_t*>(inputs[0]);
    const auto* indices = static_cast<const int64_t*>(inputs[1]);
    for (int64_t i = 0; i < count; ++i) {
      const bool inside = indices[i] >= 0 && indices[i] < elements;
      static_cast<int64_t*>(out[0])[i] = from[inside ? indices[i] : 0];
    }
  });
}

constexpr Operator kPlainOperators[] = {
    {"Add", "AI_VECTOR_CORE", InferAdd, MakeAdd},
    {"Relu", "AI_VECTOR_CORE", InferRelu, MakeRelu},
    {"Identity", "AI_CPU", InferSame, MakeCopy},
    {"Reshape", "AI_CPU", InferReshape, MakeCopy},
    {"Split", "AI_VECTOR_CORE", InferSplit, MakeSplit},
    {"Gather", "AI_CPU", InferGather, MakeGather},
};

}  // namespace

const Operator* FindOperator(std::string_view type) {
  const auto* found = std::find_if(std::begin(kPlainOperators), std::end(kPlainOperators),
                                   [&](const Operator& op) { return op.type == type; });
  return found == std::end(kPlainOperators) ? nullptr : found;
}

}  // namespace aclprof
