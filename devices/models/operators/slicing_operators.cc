// Slice and Gather: parts of a tensor.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "devices/models/operators/function_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/strided_walk.h"

namespace aclprof {
namespace {

constexpr int64_t kSliceInputs = 10;  // the opset since which the bounds are inputs

// Of one dimension.
struct Range {
  int64_t start = 0;
  int64_t step = 1;
  int64_t count = 0;
};

int64_t FromFront(int64_t index, int64_t dim) { return index < 0 ? index + dim : index; }

// Bounds are clamped to the dimension; a step longer than it is as good as one of its length.
Range Cut(int64_t start, int64_t end, int64_t step, int64_t dim) {
  const bool forward = step > 0;
  const int64_t most = forward ? dim : dim - 1;
  Range range;
  range.step = std::clamp(step, -dim, dim);
  range.start = std::clamp<int64_t>(FromFront(start, dim), 0, most);
  const int64_t stop = std::clamp<int64_t>(FromFront(end, dim), forward ? 0 : -1, most);
  const int64_t span = forward ? stop - range.start : range.start - stop;
  const int64_t length = forward ? range.step : -range.step;
  range.count = span <= 0 ? 0 : (span - 1) / length + 1;
  return range;
}

struct SliceLists {
  Ints starts;
  Ints ends;
  Ints axes;
  Ints steps;
};

SliceLists ReadLists(const NodeView& node, NodeCheck* check) {
  SliceLists lists{check->ListOf("starts", kSliceInputs, 1),
                   check->ListOf("ends", kSliceInputs, 2),
                   check->ListOf("axes", kSliceInputs, 3),
                   {}};
  if (node.opset >= kSliceInputs) lists.steps = check->ConstantInts(4, "steps");
  const size_t count = lists.starts.size();
  if (lists.axes.empty()) {
    lists.axes.resize(count);
    std::iota(lists.axes.begin(), lists.axes.end(), 0);
  }
  if (lists.steps.empty()) lists.steps.assign(count, 1);
  if (lists.ends.size() != count || lists.axes.size() != count || lists.steps.size() != count) {
    check->Fault("starts, ends, axes and steps have different lengths");
  }
  if (std::count(lists.steps.begin(), lists.steps.end(), 0) != 0) check->Fault("has a step of 0");
  return lists;
}

std::vector<Range> ReadRanges(const NodeView& node, NodeCheck* check) {
  const Dims& dims = check->DimsOf(0);
  std::vector<Range> ranges;
  for (const int64_t dim : dims) ranges.push_back({0, 1, dim});
  const SliceLists lists = ReadLists(node, check);
  check->Axes(lists.axes, dims.size());
  for (size_t i = 0; check->ok() && i < lists.axes.size(); ++i) {
    const size_t axis = check->Axis(lists.axes[i], dims.size());
    ranges[axis] = Cut(lists.starts[i], lists.ends[i], lists.steps[i], dims[axis]);
  }
  return ranges;
}

Status InferSlice(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  const bool by_inputs = node.opset >= kSliceInputs;
  check.Inputs(by_inputs ? 3 : 1, by_inputs ? 5 : 1);
  check.Outputs(1);
  const std::vector<Range> ranges = ReadRanges(node, &check);
  TensorType type = check.Type(0);
  for (size_t i = 0; i < ranges.size(); ++i) type.dims[i] = ranges[i].count;
  return check.Give({std::move(type)}, outputs);
}

Status MakeSlice(const NodeView& node, const std::vector<TensorType>& outputs,
                 std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const std::vector<Range> ranges = ReadRanges(node, &check);
  if (!check.ok()) return check.status();
  Dims strides = StridesOf(check.DimsOf(0));
  int64_t first = 0;
  for (size_t i = 0; i < ranges.size(); ++i) {
    first += ranges[i].start * strides[i];
    strides[i] *= ranges[i].step;
  }
  const size_t bytes = BytesOf(outputs[0].element);
  const ptrdiff_t offset = first * static_cast<ptrdiff_t>(bytes);
  StridedWalk walk(outputs[0].dims, strides);
  return MakeFunction(kernel, [=](KernelInputs in, KernelOutputs out) mutable {
    CopyStrided(bytes, &walk, static_cast<const char*>(in[0]) + offset, out[0]);
  });
}

size_t GatherAxis(NodeCheck* check) {
  const int64_t axis = check->Int("axis", 0);
  return check->ok() ? check->Axis(axis, check->DimsOf(0).size()) : 0;
}

Status InferGather(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(2, 2);
  check.Outputs(1);
  check.Element(1, {ElementType::kInt64, ElementType::kInt32});
  const size_t axis = GatherAxis(&check);
  if (!check.ok()) return check.status();
  TensorType type = check.Type(0);
  const Dims& indices = check.DimsOf(1);
  const auto at = type.dims.erase(type.dims.begin() + static_cast<ptrdiff_t>(axis));
  type.dims.insert(at, indices.begin(), indices.end());
  return check.Give({std::move(type)}, outputs);
}

struct Gather {
  int64_t rows = 1;     // what is before the axis
  int64_t dim = 1;      // of the axis
  int64_t indices = 1;  // how many
  size_t bytes = 1;     // of what is behind the axis
};

Gather GatherOf(const NodeView& node, size_t axis) {
  const TensorType& data = node.inputs[0].type;
  Gather gather;
  gather.rows = Product(data.dims, 0, axis);
  gather.dim = data.dims[axis];
  gather.indices = node.inputs[1].type.Elements();
  gather.bytes =
      BytesOf(data.element) * static_cast<size_t>(Product(data.dims, axis + 1, data.dims.size()));
  return gather;
}

template <typename Index>
Status CheckIndices(const Gather& gather, const void* indices) {
  for (int64_t i = 0; i < gather.indices; ++i) {
    const int64_t index = static_cast<const Index*>(indices)[i];
    if (index >= -gather.dim && index < gather.dim) continue;
    return Status(StatusCode::kInvalidArgument, "index " + std::to_string(index) + " at place " +
                                                    std::to_string(i) + " is outside of " +
                                                    std::to_string(gather.dim) + " elements");
  }
  return Status();
}

template <typename Index>
Status GatherAll(const Gather& gather, const void* data, const void* indices, void* output) {
  if (Status good = CheckIndices<Index>(gather, indices); !good.ok()) return good;
  const auto* from = static_cast<const char*>(data);
  auto* to = static_cast<char*>(output);
  for (int64_t row = 0; row < gather.rows; ++row) {
    for (int64_t i = 0; i < gather.indices; ++i, to += gather.bytes) {
      const int64_t index = FromFront(static_cast<const Index*>(indices)[i], gather.dim);
      std::memcpy(to, from + static_cast<size_t>(row * gather.dim + index) * gather.bytes,
                  gather.bytes);
    }
  }
  return Status();
}

Status MakeGather(const NodeView& node, const std::vector<TensorType>&,
                  std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const size_t axis = GatherAxis(&check);
  if (!check.ok()) return check.status();
  const bool narrow = node.inputs[1].type.element == ElementType::kInt32;
  const Gather gather = GatherOf(node, axis);
  if (const unsigned char* known = node.inputs[1].constant; known != nullptr) {
    const auto check_indices = narrow ? CheckIndices<int32_t> : CheckIndices<int64_t>;
    if (Status good = check_indices(gather, known); !good.ok()) return good;
  }
  const auto gather_all = narrow ? GatherAll<int32_t> : GatherAll<int64_t>;
  return MakeFunction(kernel, [gather, gather_all](KernelInputs in, KernelOutputs out) {
    return gather_all(gather, in[0], in[1], out[0]);
  });
}

constexpr Operator kOperators[] = {
    {"Slice", "AI_VECTOR_CORE", InferSlice, MakeSlice},
    {"Gather", "AI_VECTOR_CORE", InferGather, MakeGather},
};

}  // namespace

std::span<const Operator> SlicingOperators() { return kOperators; }

}  // namespace aclprof
