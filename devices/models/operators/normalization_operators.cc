// BatchNormalization as at inference, LayerNormalization and Softmax.
#include <algorithm>
#include <cmath>

#include "devices/models/operators/dnnl_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/strided_walk.h"

namespace aclprof {
namespace {

using dnnl::normalization_flags;

void CheckChannels(NodeCheck* check, int64_t channels) {
  for (size_t i = 1; i < 5; ++i) {
    if (check->DimsOf(i) == Dims{channels}) continue;
    check->Fault("input " + std::to_string(i) + " is " + ToText(check->DimsOf(i)) + " for " +
                 std::to_string(channels) + " channels");
  }
}

Status InferBatch(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(5, 5);
  check.Outputs(1);
  check.Floats();
  check.Rank(0, 2, kMaxDims);
  if (check.Int("training_mode", 0) != 0) check.Refuse("training_mode is set");
  if (check.Int("spatial", 1) != 1) check.Refuse("spatial is not 1");
  check.Float("epsilon", 0);
  if (!check.ok()) return check.status();
  CheckChannels(&check, check.DimsOf(0)[1]);
  return check.Give({check.Type(0)}, outputs);
}

void FillBatch(const NodeView& node, const Dims& dims, DnnlKernel* kernel) {
  // For three dimensions oneDNN has nothing but its reference code.
  const Dims folded = {dims[0], dims[1], 1, Product(dims, 2, dims.size())};
  const auto data = PlainDesc(folded);
  const auto channels = PlainDesc({dims[1]});
  const auto flags = normalization_flags::use_global_stats | normalization_flags::use_scale |
                     normalization_flags::use_shift;
  const dnnl::batch_normalization_forward::desc wish(
      dnnl::prop_kind::forward_inference, data, NodeCheck(node).Float("epsilon", 1e-5f), flags);
  const dnnl::batch_normalization_forward::primitive_desc desc(wish, DnnlKernel::Attributes(),
                                                               CpuEngine());
  kernel->Add(desc, {{DNNL_ARG_SRC, kernel->Input(0, data)},
                     {DNNL_ARG_SCALE, kernel->Input(1, channels)},
                     {DNNL_ARG_SHIFT, kernel->Input(2, channels)},
                     {DNNL_ARG_MEAN, kernel->Input(3, channels)},
                     {DNNL_ARG_VARIANCE, kernel->Input(4, channels)},
                     {DNNL_ARG_DST, kernel->Output(0, data)}});
}

Status MakeBatch(const NodeView& node, const std::vector<TensorType>& outputs,
                 std::unique_ptr<Kernel>* kernel) {
  return MakeDnnl(kernel, [&](DnnlKernel* made) { FillBatch(node, outputs[0].dims, made); });
}

void CheckNormalized(NodeCheck* check, size_t input, size_t axis) {
  if (!check->Has(input)) return;
  const Dims& dims = check->DimsOf(0);
  const Dims normalized(dims.begin() + static_cast<ptrdiff_t>(axis), dims.end());
  if (check->DimsOf(input) == normalized) return;
  check->Refuse("input " + std::to_string(input) + " is " + ToText(check->DimsOf(input)) +
                " where " + ToText(normalized) + " is normalized");
}

// The outputs are the result, the means and the inverse deviations.
Status InferLayer(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(2, 3);
  check.Outputs(3);
  check.Floats();
  check.Rank(0, 1, kMaxDims);
  if (check.Int("stash_type", 1) != 1) check.Refuse("stash_type is not float");
  check.Float("epsilon", 0);
  if (!check.ok()) return check.status();
  const size_t axis = check.Axis(check.Int("axis", -1), check.DimsOf(0).size());
  if (!check.ok()) return check.status();
  CheckNormalized(&check, 1, axis);
  CheckNormalized(&check, 2, axis);
  TensorType statistics = check.Type(0);
  std::fill(statistics.dims.begin() + static_cast<ptrdiff_t>(axis), statistics.dims.end(), 1);
  std::vector<TensorType> types(node.output_count, statistics);
  types[0] = check.Type(0);
  return check.Give(std::move(types), outputs);
}

void InvertDeviations(int64_t count, float epsilon, float* variances) {
  for (int64_t i = 0; i < count; ++i) variances[i] = 1.0f / std::sqrt(variances[i] + epsilon);
}

dnnl::memory Statistics(const NodeView& node, size_t index, const dnnl::memory::desc& desc,
                        DnnlKernel* kernel) {
  const bool wanted = index < node.output_count && !node.node->outputs[index].empty();
  return wanted ? kernel->Output(index, desc) : kernel->Scratch(desc);
}

void FillLayer(const NodeView& node, DnnlKernel* kernel) {
  NodeCheck check(node);
  const Dims& dims = check.DimsOf(0);
  const size_t axis = check.Axis(check.Int("axis", -1), dims.size());
  const float epsilon = check.Float("epsilon", 1e-5f);
  const int64_t rows = Product(dims, 0, axis);
  const int64_t columns = Product(dims, axis, dims.size());
  const auto data = PlainDesc({rows, columns});
  const auto parameters = PlainDesc({columns});
  auto flags = normalization_flags::use_scale;
  if (check.Has(2)) flags = flags | normalization_flags::use_shift;
  // Only training gives the statistics away.
  const dnnl::layer_normalization_forward::desc wish(dnnl::prop_kind::forward_training, data,
                                                     PlainDesc({rows}), epsilon, flags);
  const dnnl::layer_normalization_forward::primitive_desc desc(wish, DnnlKernel::Attributes(),
                                                               CpuEngine());
  DnnlKernel::Arguments arguments = {
      {DNNL_ARG_SRC, kernel->Input(0, data)},
      {DNNL_ARG_SCALE, kernel->Input(1, parameters)},
      {DNNL_ARG_MEAN, Statistics(node, 1, PlainDesc({rows}), kernel)},
      {DNNL_ARG_VARIANCE, Statistics(node, 2, PlainDesc({rows}), kernel)},
      {DNNL_ARG_DST, kernel->Output(0, data)}};
  if (check.Has(2)) arguments.push_back({DNNL_ARG_SHIFT, kernel->Input(2, parameters)});
  kernel->Add(desc, std::move(arguments));
  if (node.output_count < 3 || node.node->outputs[2].empty()) return;
  kernel->After([rows, epsilon](std::span<const void* const>, std::span<void* const> outputs) {
    InvertDeviations(rows, epsilon, static_cast<float*>(outputs[2]));
  });
}

Status MakeLayer(const NodeView& node, const std::vector<TensorType>&,
                 std::unique_ptr<Kernel>* kernel) {
  return MakeDnnl(kernel, [&](DnnlKernel* made) { FillLayer(node, made); });
}

// As {before, together, after}: the sum of what is together is 1.
Dims FoldSoftmax(const NodeView& node, NodeCheck* check) {
  constexpr int64_t kOneAxis = 13;  // the opset since which what is together is one dimension
  const Dims& dims = check->DimsOf(0);
  const bool one_axis = node.opset >= kOneAxis;
  const size_t axis = check->Axis(check->Int("axis", one_axis ? -1 : 1), dims.size());
  if (!check->ok()) return {1, 1, 1};
  const size_t end = one_axis ? axis + 1 : dims.size();
  return {Product(dims, 0, axis), Product(dims, axis, end), Product(dims, end, dims.size())};
}

Status InferSoftmax(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(1, 1);
  check.Outputs(1);
  check.Floats();
  check.Rank(0, 1, kMaxDims);
  if (check.ok()) FoldSoftmax(node, &check);
  return check.Give({check.Type(0)}, outputs);
}

Status MakeSoftmax(const NodeView& node, const std::vector<TensorType>&,
                   std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  Dims folded = FoldSoftmax(node, &check);
  if (!check.ok()) return check.status();
  if (folded[2] == 1) folded.pop_back();
  return MakeDnnl(kernel, [&](DnnlKernel* made) {
    const auto data = PlainDesc(folded);
    const dnnl::softmax_v2_forward::desc wish(dnnl::prop_kind::forward_inference,
                                              dnnl::algorithm::softmax_accurate, data, data, 1);
    const dnnl::softmax_v2_forward::primitive_desc desc(wish, DnnlKernel::Attributes(),
                                                        CpuEngine());
    made->Add(desc, {{DNNL_ARG_SRC, made->Input(0, data)}, {DNNL_ARG_DST, made->Output(0, data)}});
  });
}

constexpr Operator kOperators[] = {
    {"BatchNormalization", "AI_VECTOR_CORE", InferBatch, MakeBatch},
    {"LayerNormalization", "AI_VECTOR_CORE", InferLayer, MakeLayer},
    {"Softmax", "AI_VECTOR_CORE", InferSoftmax, MakeSoftmax},
};

}  // namespace

std::span<const Operator> NormalizationOperators() { return kOperators; }

}  // namespace aclprof
