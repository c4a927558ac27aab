// ReduceMean.
#include <algorithm>
#include <functional>
#include <numeric>

#include "devices/models/operators/function_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/strided_walk.h"

namespace aclprof {
namespace {

constexpr int64_t kAxesInput = 18;  // the opset since which the axes are an input

// One flag a dimension: whether its mean is taken.
std::vector<bool> ReadAxes(const NodeView& node, NodeCheck* check) {
  const size_t rank = check->DimsOf(0).size();
  const Ints axes = check->ListOf("axes", kAxesInput, 1);
  const bool none = check->Int("noop_with_empty_axes", 0) != 0;
  if (axes.empty() && !(none && node.opset >= kAxesInput)) return std::vector<bool>(rank, true);
  return check->Axes(axes, rank);
}

Status Infer(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(1, node.opset < kAxesInput ? 1 : 2);
  check.Outputs(1);
  check.Element(0, {ElementType::kFloat});
  const bool keep = check.Int("keepdims", 1) != 0;
  const std::vector<bool> reduced = ReadAxes(node, &check);
  if (!check.ok()) return check.status();
  TensorType type{ElementType::kFloat, {}};
  for (size_t i = 0; i < reduced.size(); ++i) {
    if (!reduced[i]) type.dims.push_back(check.DimsOf(0)[i]);
    if (reduced[i] && keep) type.dims.push_back(1);
  }
  return check.Give({std::move(type)}, outputs);
}

struct Mean {
  StridedWalk walk;  // over the input, along with the output
  int64_t outputs;
  float factor;

  void operator()(KernelInputs in, KernelOutputs out) {
    const auto* from = static_cast<const float*>(in[0]);
    auto* to = static_cast<float*>(out[0]);
    std::fill_n(to, outputs, 0.0f);
    const bool kept = walk.row_strides()[0] != 0;
    walk.Rows([&](int64_t dense, const StridedWalk::Offsets& at, int64_t count) {
      const float* row = from + dense;
      float* sums = to + at[0];
      if (kept) {
        std::transform(row, row + count, sums, sums, std::plus<float>());
      } else {
        *sums += std::reduce(row, row + count);
      }
    });
    for (int64_t i = 0; i < outputs; ++i) to[i] *= factor;
  }
};

Status Make(const NodeView& node, const std::vector<TensorType>& outputs,
            std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const Dims& dims = check.DimsOf(0);
  const std::vector<bool> reduced = ReadAxes(node, &check);
  if (!check.ok()) return check.status();
  Dims kept = dims;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (reduced[i]) kept[i] = 1;
  }
  const int64_t count = outputs[0].Elements();
  const auto summed = static_cast<float>(check.Type(0).Elements() / count);
  return MakeFunction(kernel,
                      Mean{StridedWalk(dims, BroadcastStrides(kept, dims)), count, 1 / summed});
}

constexpr Operator kOperators[] = {{"ReduceMean", "AI_VECTOR_CORE", Infer, Make}};

}  // namespace

std::span<const Operator> ReductionOperators() { return kOperators; }

}  // namespace aclprof
