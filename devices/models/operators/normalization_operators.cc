// BatchNormalization as at inference, LayerNormalization and Softmax.
#include <algorithm>
#include <cmath>
#include <limits>

#include "devices/models/operators/dnnl_kernel.h"
#include "devices/models/operators/function_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/strided_walk.h"
#include "devices/models/operators/sums.h"

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
  check.MayHave({"momentum"});  // of training
  check.Since(14, {"training_mode"});
  check.Before(9, {"spatial"});
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

// Row by row.
struct LayerNormalization {
  int64_t rows = 1;
  int64_t columns = 1;
  double epsilon = 0;

  void operator()(KernelInputs in, KernelOutputs out) const {
    const auto* scale = static_cast<const float*>(in[1]);
    const auto* shift = Given(in, 2) ? static_cast<const float*>(in[2]) : nullptr;
    for (int64_t row = 0; row < rows; ++row) {
      const float* from = static_cast<const float*>(in[0]) + row * columns;
      const double mean = SumOf(from, columns) / static_cast<double>(columns);
      const double squares =
          SumOf(from, columns, [mean](double x) { return (x - mean) * (x - mean); });
      const double inverse = 1 / std::sqrt(squares / static_cast<double>(columns) + epsilon);
      Normalize(from, mean, inverse, scale, shift, static_cast<float*>(out[0]) + row * columns);
      Tell(out, 1, row, mean);
      Tell(out, 2, row, inverse);
    }
  }

  void Normalize(const float* from, double mean, double inverse, const float* scale,
                 const float* shift, float* to) const {
    for (int64_t i = 0; i < columns; ++i)
      to[i] = static_cast<float>((from[i] - mean) * inverse) * scale[i];
    for (int64_t i = 0; shift != nullptr && i < columns; ++i) to[i] += shift[i];
  }

  static void Tell(KernelOutputs out, size_t output, int64_t row, double value) {
    if (output < out.size()) static_cast<float*>(out[output])[row] = static_cast<float>(value);
  }
};

Status MakeLayer(const NodeView& node, const std::vector<TensorType>&,
                 std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const Dims& dims = check.DimsOf(0);
  const size_t axis = check.Axis(check.Int("axis", -1), dims.size());
  return MakeFunction(kernel,
                      LayerNormalization{Product(dims, 0, axis), Product(dims, axis, dims.size()),
                                         check.Float("epsilon", 1e-5f)});
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

// oneDNN loses a NaN in the search for the largest element. What has no finite largest one has no sum, nor shares in it.
struct MarkUndefined {
  Dims folded;  // before, together, after

  void operator()(KernelInputs in, KernelOutputs out) const {
    for (int64_t before = 0; before < folded[0]; ++before) {
      for (int64_t after = 0; after < folded[2]; ++after) {
        const int64_t first = before * folded[1] * folded[2] + after;
        if (!HasLargest(static_cast<const float*>(in[0]) + first))
          Fill(static_cast<float*>(out[0]) + first);
      }
    }
  }

  bool HasLargest(const float* from) const {
    float largest = -std::numeric_limits<float>::infinity();
    bool numbers = true;
    for (int64_t i = 0; i < folded[1]; ++i) {
      const float value = from[i * folded[2]];
      numbers &= value == value;
      largest = value > largest ? value : largest;
    }
    return numbers && std::isfinite(largest);
  }

  void Fill(float* to) const {
    for (int64_t i = 0; i < folded[1]; ++i)
      to[i * folded[2]] = std::numeric_limits<float>::quiet_NaN();
  }
};

Status MakeSoftmax(const NodeView& node, const std::vector<TensorType>&,
                   std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const Dims folded = FoldSoftmax(node, &check);
  if (!check.ok()) return check.status();
  Dims dims = folded;
  if (dims[2] == 1) dims.pop_back();
  return MakeDnnl(kernel, [&](DnnlKernel* made) {
    const auto data = PlainDesc(dims);
    const dnnl::softmax_v2_forward::desc wish(dnnl::prop_kind::forward_inference,
                                              dnnl::algorithm::softmax_accurate, data, data, 1);
    const dnnl::softmax_v2_forward::primitive_desc desc(wish, DnnlKernel::Attributes(),
                                                        CpuEngine());
    made->Add(desc, {{DNNL_ARG_SRC, made->Input(0, data)}, {DNNL_ARG_DST, made->Output(0, data)}});
    made->After(MarkUndefined{folded});
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
