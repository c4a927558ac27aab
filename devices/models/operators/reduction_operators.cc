// ReduceMean.
#include <algorithm>
#include <functional>

#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/strided_walk.h"
#include "devices/models/operators/sums.h"

namespace aclprof {
namespace {

constexpr int64_t kAxesInput = 18;  // the opset since which the axes are an input

// One flag a dimension: whether its mean is taken.
std::vector<bool> ReadAxes(const NodeView& node, NodeCheck* check) {
  const size_t rank = check->DimsOf(0).size();
  const Ints axes = check->ListOf("axes", kAxesInput, 1);
  check->Since(kAxesInput, {"noop_with_empty_axes"});
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

// Its scratch are the sums, one for each output.
class Mean : public Kernel {
 public:
  // The walk is over the input, along with the output.
  Mean(StridedWalk walk, int64_t outputs, int64_t summed)
      : walk_(std::move(walk)), outputs_(outputs), summed_(static_cast<double>(summed)) {}

  size_t scratch_bytes() const override { return static_cast<size_t>(outputs_) * sizeof(double); }
  Status Run(std::span<const void* const> in, std::span<void* const> out, void* scratch) override {
    auto* sums = static_cast<double*>(scratch);
    std::fill_n(sums, outputs_, 0.0);
    AddAll(static_cast<const float*>(in[0]), sums);
    std::transform(sums, sums + outputs_, static_cast<float*>(out[0]),
                   [this](double sum) { return static_cast<float>(sum / summed_); });
    return Status();
  }

 private:
  void AddAll(const float* from, double* sums) {
    const bool kept = walk_.row_strides()[0] != 0;
    walk_.Rows([&](int64_t dense, const StridedWalk::Offsets& at, int64_t count) {
      const float* row = from + dense;
      if (kept) {
        std::transform(row, row + count, sums + at[0], sums + at[0], std::plus<double>());
      } else {
        sums[at[0]] += SumOf(row, count);
      }
    });
  }

  StridedWalk walk_;
  const int64_t outputs_;
  const double summed_;
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
  *kernel = std::make_unique<Mean>(StridedWalk(dims, BroadcastStrides(kept, dims)), count,
                                   check.Type(0).Elements() / count);
  return Status();
}

constexpr Operator kOperators[] = {{"ReduceMean", "AI_VECTOR_CORE", Infer, Make}};

}  // namespace

std::span<const Operator> ReductionOperators() { return kOperators; }

}  // namespace aclprof
