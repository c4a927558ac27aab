// ReduceMean.
#include "devices/models/operators/dnnl_kernel.h"
#include "devices/models/operators/function_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"

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

// Before and after, neighbours that go the same way folded into one dimension.
struct Reduction {
  Dims from;
  Dims to;
};

Reduction Fold(const Dims& dims, const std::vector<bool>& reduced) {
  Reduction fold;
  bool last = false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 1) continue;
    if (fold.from.empty() || reduced[i] != last) {
      fold.from.push_back(1);
      fold.to.push_back(1);
    }
    last = reduced[i];
    fold.from.back() *= dims[i];
    if (!last) fold.to.back() *= dims[i];
  }
  return fold;
}

Status Make(const NodeView& node, const std::vector<TensorType>& outputs,
            std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const Reduction fold = Fold(check.DimsOf(0), ReadAxes(node, &check));
  if (!check.ok()) return check.status();
  if (fold.from == fold.to) {
    return MakeCopyOf(outputs[0].Bytes(), kernel);
  }
  return MakeDnnl(kernel, [&](DnnlKernel* made) {
    const auto from = PlainDesc(fold.from);
    const auto to = PlainDesc(fold.to);
    const dnnl::reduction::desc wish(dnnl::algorithm::reduction_mean, from, to, 0, 0);
    const dnnl::reduction::primitive_desc desc(wish, DnnlKernel::Attributes(), CpuEngine());
    made->Add(desc, {{DNNL_ARG_SRC, made->Input(0, from)}, {DNNL_ARG_DST, made->Output(0, to)}});
  });
}

constexpr Operator kOperators[] = {{"ReduceMean", "AI_VECTOR_CORE", Infer, Make}};

}  // namespace

std::span<const Operator> ReductionOperators() { return kOperators; }

}  // namespace aclprof
