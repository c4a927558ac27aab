// Concat and Split: pieces along one dimension.
#include <algorithm>
#include <cstring>

#include "devices/models/operators/function_kernel.h"
#include "devices/models/operators/node_check.h"
#include "devices/models/operators/operator_tables.h"
#include "devices/models/operators/strided_walk.h"

namespace aclprof {
namespace {

// How a tensor is made of pieces: `rows` times one block of each piece.
struct Pieces {
  int64_t rows = 1;
  std::vector<size_t> block_bytes;
  size_t row_bytes = 0;
};

Pieces PiecesOf(const TensorType& whole, size_t axis, const Ints& sizes) {
  Pieces pieces;
  const size_t inner = BytesOf(whole.element) *
                       static_cast<size_t>(Product(whole.dims, axis + 1, whole.dims.size()));
  pieces.rows = Product(whole.dims, 0, axis);
  for (const int64_t size : sizes) pieces.block_bytes.push_back(inner * static_cast<size_t>(size));
  pieces.row_bytes = inner * static_cast<size_t>(whole.dims[axis]);
  return pieces;
}

// move(address of a block in the whole, the piece it belongs to, offset in that, bytes)
template <typename Whole, typename Move>
void EachBlock(const Pieces& pieces, Whole whole, const Move& move) {
  size_t before = 0;
  for (size_t p = 0; p < pieces.block_bytes.size(); ++p) {
    const size_t bytes = pieces.block_bytes[p];
    for (int64_t row = 0; row < pieces.rows; ++row) {
      const auto at = static_cast<size_t>(row);
      move(whole + at * pieces.row_bytes + before, p, at * bytes, bytes);
    }
    before += bytes;
  }
}

size_t ConcatAxis(NodeCheck* check) {
  if (!check->HasAttribute("axis")) check->Fault("has no axis");
  const int64_t axis = check->Int("axis", 0);
  return check->ok() ? check->Axis(axis, check->DimsOf(0).size()) : 0;
}

// The tensor that the inputs make together, whose other dimensions must be the same.
TensorType Join(const NodeView& node, size_t axis, NodeCheck* check) {
  TensorType joined = check->Type(0);
  for (size_t i = 1; check->ok() && i < node.inputs.size(); ++i) {
    Dims others = check->DimsOf(i);
    if (others.size() == joined.dims.size()) {
      joined.dims[axis] += others[axis];
      others[axis] = joined.dims[axis];
    }
    if (others == joined.dims) continue;
    check->Fault("input " + std::to_string(i) + " " + ToText(check->DimsOf(i)) +
                 " doesn't fit to input 0 " + ToText(check->DimsOf(0)));
  }
  return joined;
}

Status InferConcat(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  const size_t count = std::max<size_t>(node.inputs.size(), 1);
  check.Inputs(count, count);
  check.Outputs(1);
  check.SameElements();
  const size_t axis = ConcatAxis(&check);
  if (!check.ok()) return check.status();
  return check.Give({Join(node, axis, &check)}, outputs);
}

Status MakeConcat(const NodeView& node, const std::vector<TensorType>& outputs,
                  std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const size_t axis = ConcatAxis(&check);
  Ints sizes;
  for (const NodeInput& input : node.inputs) sizes.push_back(input.type.dims[axis]);
  return MakeFunction(
      kernel, [pieces = PiecesOf(outputs[0], axis, sizes)](KernelInputs in, KernelOutputs out) {
        EachBlock(pieces, static_cast<char*>(out[0]),
                  [&](char* to, size_t piece, size_t offset, size_t bytes) {
                    std::memcpy(to, static_cast<const char*>(in[piece]) + offset, bytes);
                  });
      });
}

constexpr int64_t kSplitInput = 13;  // the opset since which the sizes are an input

constexpr int64_t kSplitCount = 18;  // the opset since which an attribute may say into how many

// As many parts of one size as there may be; the last one gets what is left.
Ints EqualParts(NodeCheck* check, int64_t whole, int64_t count, bool even) {
  const int64_t size = (whole + count - 1) / count;
  const int64_t last = whole - size * (count - 1);
  if (last < 1 || (even && last != size)) {
    check->Fault(std::to_string(whole) + " elements can't be split into " + std::to_string(count) +
                 (even ? " equal parts" : " parts"));
  }
  Ints sizes(static_cast<size_t>(count), size);
  sizes.back() = last;
  return sizes;
}

// Into how many parts the node says that it splits; else as many as it has outputs.
int64_t CountOfParts(const NodeView& node, NodeCheck* check, bool has_sizes) {
  const auto outputs = static_cast<int64_t>(node.output_count);
  check->Since(kSplitCount, {"num_outputs"});
  if (!check->HasAttribute("num_outputs")) return outputs;
  const int64_t count = check->Int("num_outputs", outputs);
  if (has_sizes) check->Fault("has both num_outputs and sizes");
  if (count != outputs) {
    check->Fault("num_outputs is " + std::to_string(count) + ", and it has " +
                 std::to_string(outputs) + " outputs");
  }
  return outputs;
}

bool AddUp(const Ints& sizes, int64_t whole) {
  int64_t left = whole;
  for (const int64_t size : sizes) {
    if (size < 1 || size > left) return false;
    left -= size;
  }
  return left == 0;
}

Ints SplitSizes(const NodeView& node, NodeCheck* check, size_t axis) {
  const int64_t whole = check->DimsOf(0)[axis];
  const auto count = static_cast<int64_t>(node.output_count);
  Ints sizes = check->ListOf("split", kSplitInput, 1);
  const int64_t parts = CountOfParts(node, check, !sizes.empty());
  if (sizes.empty()) sizes = EqualParts(check, whole, parts, !check->HasAttribute("num_outputs"));
  if (sizes.size() != node.output_count) {
    check->Fault("has " + std::to_string(count) + " outputs for the sizes " + ToText(sizes));
  }
  if (!AddUp(sizes, whole)) {
    check->Fault("splits " + std::to_string(whole) + " elements into " + ToText(sizes));
  }
  return sizes;
}

Status InferSplit(const NodeView& node, std::vector<TensorType>* outputs) {
  NodeCheck check(node);
  check.Inputs(1, node.opset < kSplitInput ? 1 : 2);
  check.Outputs(SIZE_MAX);
  const int64_t wished = check.Int("axis", 0);
  if (!check.ok()) return check.status();
  const size_t axis = check.Axis(wished, check.DimsOf(0).size());
  if (!check.ok()) return check.status();
  const Ints sizes = SplitSizes(node, &check, axis);
  if (!check.ok()) return check.status();
  std::vector<TensorType> types(node.output_count, check.Type(0));
  for (size_t i = 0; i < types.size(); ++i) types[i].dims[axis] = sizes[i];
  return check.Give(std::move(types), outputs);
}

Status MakeSplit(const NodeView& node, const std::vector<TensorType>& outputs,
                 std::unique_ptr<Kernel>* kernel) {
  NodeCheck check(node);
  const TensorType& whole = node.inputs[0].type;
  const size_t axis = check.Axis(check.Int("axis", 0), whole.dims.size());
  Ints sizes;
  for (const TensorType& output : outputs) sizes.push_back(output.dims[axis]);
  return MakeFunction(
      kernel, [pieces = PiecesOf(whole, axis, sizes)](KernelInputs in, KernelOutputs out) {
        EachBlock(pieces, static_cast<const char*>(in[0]),
                  [&](const char* from, size_t piece, size_t offset, size_t bytes) {
                    if (out[piece] == nullptr) return;
                    std::memcpy(static_cast<char*>(out[piece]) + offset, from, bytes);
                  });
      });
}

constexpr Operator kOperators[] = {
    {"Concat", "AI_VECTOR_CORE", InferConcat, MakeConcat},
    {"Split", "AI_VECTOR_CORE", InferSplit, MakeSplit},
};

}  // namespace

std::span<const Operator> JoiningOperators() { return kOperators; }

}  // namespace aclprof
