// What changes or tells a shape and no element: Reshape, Flatten, Squeeze, Unsqueeze, Identity, Transpose, Shape; and
// Constant, which makes a tensor out of nothing.
#include <algorithm>
#include <cstring>

#include "base/byte_order.h"
#include "devices/models/constant_value.h"
#include "devices/models/operators/function_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/strided_walk.h"

namespace aclprof {
namespace {

constexpr int64_t kAxesInput =
    13;  // the opset since which the axes of Squeeze and Unsqueeze are an input

Status MakeCopy(const NodeView&, const std::vector<TensorType>& outputs,
                std::unique_ptr<Kernel>* kernel) {
  return MakeCopyOf(outputs[0].Bytes(), kernel);
}

Status MakeConstantBytes(Bytes bytes, std::unique_ptr<Kernel>* kernel) {
  return MakeFunction(kernel, [bytes = std::move(bytes)](KernelInputs, KernelOutputs out) {
    std::memcpy(out[0], bytes.data(), bytes.size());
  });
}

// 0 takes over the input's dimension, -1 is left for FillOpen.
void TakeOver(NodeCheck* check, Dims* dims) {
  check->Since(14, {"allowzero"});
  const bool zero_is_zero = check->Int("allowzero", 0) != 0;
  const Dims& input = check->DimsOf(0);
  for (size_t i = 0; i < dims->size(); ++i) {
    int64_t& dim = (*dims)[i];
    if (dim < -1) check->Fault("shape has a dimension of " + std::to_string(dim));
    if (dim != 0 || zero_is_zero) continue;
    if (i >= input.size()) {
      return check->Fault("shape takes over dimension " + std::to_string(i) + " of an input of " +
                          std::to_string(input.size()) + " dimensions");
    }
    dim = input[i];
  }
}

void FillOpen(NodeCheck* check, Dims* dims) {
  const auto open = std::find(dims->begin(), dims->end(), -1);
  if (open == dims->end()) return;
  if (std::count(dims->begin(), dims->end(), -1) > 1) return check->Fault("shape has two -1");
  *open = 1;
  const TensorType rest{check->Type(0).element, *dims};
  if (!CheckSize(rest).ok()) return check->Fault("shape " + ToText(*dims) + " has no size");
  if (check->Type(0).Elements() % rest.Elements() != 0) {
    return check->Fault("shape has no -1 that fits to an input " + ToText(check->DimsOf(0)));
  }
  *open = check->Type(0).Elements() / rest.Elements();
}

Status InferReshape(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(2, 2);
  check.Outputs(1);
  TensorType type{check.Type(0).element, check.ConstantInts(1, "shape")};
  TakeOver(&check, &type.dims);
  if (check.ok()) FillOpen(&check, &type.dims);
  if (check.ok() && CheckSize(type).ok() && type.Elements() != check.Type(0).Elements()) {
    check.Fault("shape " + ToText(type.dims) + " for an input " + ToText(check.DimsOf(0)));
  }
  return check.Give({std::move(type)}, outputs);
}

Status InferFlatten(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(1, 1);
  check.Outputs(1);
  const int64_t axis = check.Int("axis", 1);
  if (!check.ok()) return check.status();
  const Dims& dims = check.DimsOf(0);
  // The axis may also be behind the last dimension.
  const bool behind = axis == static_cast<int64_t>(dims.size());
  const size_t at = behind ? dims.size() : check.Axis(axis, dims.size());
  if (!check.ok()) return check.status();
  const Dims flat = {Product(dims, 0, at), Product(dims, at, dims.size())};
  return check.Give({{check.Type(0).element, flat}}, outputs);
}

Status InferSqueeze(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(1, node.opset < kAxesInput ? 1 : 2);
  check.Outputs(1);
  const Ints axes = check.ListOf("axes", kAxesInput, 1);
  const Dims& dims = check.DimsOf(0);
  const std::vector<bool> named = check.Axes(axes, dims.size());
  TensorType type{check.Type(0).element, {}};
  for (size_t i = 0; check.ok() && i < dims.size(); ++i) {
    if (named[i] && dims[i] != 1) {
      check.Fault("dimension " + std::to_string(i) + " of " + ToText(dims) + " is not 1");
    }
    if (axes.empty() ? dims[i] != 1 : !named[i]) type.dims.push_back(dims[i]);
  }
  return check.Give({std::move(type)}, outputs);
}

Status InferUnsqueeze(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  const bool by_input = node.opset >= kAxesInput;
  check.Inputs(by_input ? 2 : 1, by_input ? 2 : 1);
  check.Outputs(1);
  if (!by_input && !check.HasAttribute("axes")) check.Fault("has no axes");
  const Ints axes = check.ListOf("axes", kAxesInput, 1);
  const Dims& dims = check.DimsOf(0);
  const std::vector<bool> added = check.Axes(axes, dims.size() + axes.size());
  TensorType type{check.Type(0).element, {}};
  auto next = dims.begin();
  for (size_t i = 0; check.ok() && i < added.size(); ++i) {
    type.dims.push_back(added[i] ? 1 : *next++);
  }
  return check.Give({std::move(type)}, outputs);
}

Status InferIdentity(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(1, 1);
  check.Outputs(1);
  return check.Give({check.Type(0)}, outputs);
}

// Which dimension of the input each one of the output is; backwards where the node doesn't say.
std::vector<size_t> ReadOrder(NodeCheck* check) {
  const size_t rank = check->DimsOf(0).size();
  Ints named = check->IntsOf("perm");
  if (!check->HasAttribute("perm")) {
    for (size_t i = rank; i-- > 0;) named.push_back(static_cast<int64_t>(i));
  }
  if (named.size() != rank) {
    check->Fault("perm " + ToText(named) + " for " + std::to_string(rank) + " dimensions");
  }
  check->Axes(named, rank);
  std::vector<size_t> order;
  for (size_t i = 0; check->ok() && i < rank; ++i) order.push_back(check->Axis(named[i], rank));
  return order;
}

Status InferTranspose(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(1, 1);
  check.Outputs(1);
  TensorType type{check.Type(0).element, {}};
  for (const size_t from : ReadOrder(&check)) type.dims.push_back(check.DimsOf(0)[from]);
  return check.Give({std::move(type)}, outputs);
}

Status MakeTranspose(const NodeView& node, const std::vector<TensorType>& outputs,
                     std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const Dims input = StridesOf(check.DimsOf(0));
  Dims strides;
  for (const size_t from : ReadOrder(&check)) strides.push_back(input[from]);
  if (!check.ok()) return check.status();
  StridedWalk walk(outputs[0].dims, strides);
  const size_t bytes = BytesOf(outputs[0].element);
  return MakeFunction(kernel, [=](KernelInputs in, KernelOutputs out) mutable {
    CopyStrided(bytes, &walk, in[0], out[0]);
  });
}

// The dimensions from `start` to before `end`, which are clamped.
Ints ReadShape(NodeCheck* check) {
  const Dims& dims = check->DimsOf(0);
  const auto rank = static_cast<int64_t>(dims.size());
  const auto place = [rank](int64_t index) {
    return std::clamp<int64_t>(index < 0 ? index + rank : index, 0, rank);
  };
  check->Since(15, {"start", "end"});
  const int64_t start = place(check->Int("start", 0));
  const int64_t end = std::max(start, place(check->Int("end", rank)));
  return Ints(dims.begin() + start, dims.begin() + end);
}

Status InferShape(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(1, 1);
  check.Outputs(1);
  const auto count = static_cast<int64_t>(ReadShape(&check).size());
  return check.Give({{ElementType::kInt64, {count}}}, outputs);
}

Status MakeShape(const NodeView& node, const std::vector<TensorType>&,
                 std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const Ints shape = ReadShape(&check);
  Bytes bytes;
  AppendBytes(&bytes, shape.data(), shape.size() * sizeof(int64_t));
  return MakeConstantBytes(std::move(bytes), kernel);
}

Status InferConstant(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(0, 0);
  check.Outputs(1);
  for (const auto& [name, value] : node.node->attributes) check.MayHave({name.c_str()});
  OnnxTensor tensor;
  if (Status read = ReadConstantValue(*node.node, &tensor); !read.ok()) return read;
  return check.Give({tensor.type}, outputs);
}

Status MakeConstant(const NodeView& node, const std::vector<TensorType>&,
                    std::unique_ptr<Kernel>* kernel) {
  OnnxTensor tensor;
  if (Status read = ReadConstantValue(*node.node, &tensor); !read.ok()) return read;
  return MakeConstantBytes(std::move(tensor.data), kernel);
}

constexpr Operator kOperators[] = {
    {"Reshape", "AI_VECTOR_CORE", InferReshape, MakeCopy},
    {"Flatten", "AI_VECTOR_CORE", InferFlatten, MakeCopy},
    {"Squeeze", "AI_VECTOR_CORE", InferSqueeze, MakeCopy},
    {"Unsqueeze", "AI_VECTOR_CORE", InferUnsqueeze, MakeCopy},
    {"Identity", "AI_VECTOR_CORE", InferIdentity, MakeCopy},
    {"Transpose", "AI_VECTOR_CORE", InferTranspose, MakeTranspose},
    {"Shape", "AI_CPU", InferShape, MakeShape, true},
    {"Constant", "AI_CPU", InferConstant, MakeConstant},
};

}  // namespace

std::span<const Operator> ShapeOperators() { return kOperators; }

}  // namespace aclprof
