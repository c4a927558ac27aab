// operator.h: what a kind of operator is to the rest: how its outputs' types follow from its inputs, and a kernel that
// computes them.
//
// Shape    one file per family of operators, operators/<family>_operators.cc, each with one table of Operators, named in
//          operators/operator_tables.h; the tables are joined in operator_table.cc. Types are dense, row-major (NCHW), without padding.
// Threads  Infer and Make: any. A Kernel's Run: one thread at a time, on different scratch.
// Errors   Infer and Make answer kInvalidArgument with the reason ("axis 5 of a tensor of 4 dimensions"), kUnsupported for
//          valid ONNX that is not taken. Run answers kInvalidArgument for elements that the operator can't have, kInternal
//          for what the engine says; its outputs are then of no use. The caller adds the node's name. A Run that doesn't
//          fail allocates nothing.
// Source   Operators.md of ONNX; oneDNN 2.6 for what is worth it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "devices/models/onnx_graph.h"
#include "devices/models/tensor_type.h"

namespace aclprof {

// One input of a node as far as it is known at load.
struct NodeInput {
  bool present = false;  // false: an optional input that was left out
  TensorType type;
  const unsigned char* constant =
      nullptr;  // its bytes, where it is a weight or was computed at load; else NULL
};

// A node with everything that decides about its outputs.
struct NodeView {
  const OnnxNode* node = nullptr;
  int64_t opset = 0;
  std::vector<NodeInput> inputs;
  size_t output_count = 0;
};

// One run of a node's computation. Inputs that were left out are NULL.
class Kernel {
 public:
  virtual ~Kernel() = default;
  // Of memory that Run may use for itself, 64-byte aligned.
  virtual size_t scratch_bytes() const { return 0; }
  // Of what the kernel has of constant inputs for all of its runs, in a layout of its own.
  virtual size_t weight_bytes() const { return 0; }
  // Moves that to such memory of the caller's, 64-byte aligned. Not during a run.
  virtual void PlaceWeights(void*) {}
  // Pointers are 64-byte aligned in a model; a single operator's come from the application and need not be aligned to
  // more than their elements. Outputs never overlap inputs.
  virtual Status Run(std::span<const void* const> inputs, std::span<void* const> outputs,
                     void* scratch) = 0;
};

struct Operator {
  std::string_view type;  // "Conv"
  std::string_view
      task_type;  // what the exports call the unit that runs it: "AI_CORE" (cube), "AI_VECTOR_CORE", "AI_CPU"
  Status (*infer)(const NodeView& node, std::vector<TensorType>* outputs);
  Status (*make)(const NodeView& node, const std::vector<TensorType>& outputs,
                 std::unique_ptr<Kernel>* kernel);
  bool reads_types_alone = false;  // what it computes is known without any element of its inputs
};

// NULL when there is no such operator.
const Operator* FindOperator(std::string_view type);

}  // namespace aclprof
