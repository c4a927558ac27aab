// node_preparer.h: types and kernels for the nodes of a graph, one after the other in their order.
//
// Shape    a node whose inputs are all known at load is computed at load, too, where that is cheap, and so is Shape, as
//          shapes are known: operators that take a shape or an axis as a tensor learn it so. It stays a step of every run.
// Errors   what the operators answer, with the node in front; kInvalidArgument where the file says another type of a value
//          than the operator. Memory for values computed at load: kMaxFoldedBytes together, kMaxFoldBytes a node.
// Threads  one.
#pragma once

#include <memory>
#include <vector>

#include "devices/models/aligned_memory.h"
#include "devices/models/linked_graph.h"
#include "devices/models/weight_block.h"

namespace aclprof {

struct PreparedNode {
  std::vector<TensorType> outputs;  // those that nobody wants, too
  std::unique_ptr<Kernel> kernel;
};

class NodePreparer {
 public:
  static constexpr uint64_t kMaxFoldBytes = uint64_t{1} << 20;
  static constexpr uint64_t kMaxFoldedBytes = uint64_t{64} << 20;

  NodePreparer(int64_t opset, const WeightBlock& weights, LinkedGraph* graph);

  Status Prepare(std::vector<PreparedNode>* nodes);

 private:
  NodeView ViewOf(const LinkedNode& node) const;
  Status PrepareNode(const LinkedNode& node, PreparedNode* prepared);
  Status TakeTypes(const LinkedNode& node, const std::vector<TensorType>& types);
  Status Fold(const LinkedNode& node, const NodeView& view, PreparedNode* prepared);

  const int64_t opset_;
  LinkedGraph& graph_;
  std::vector<const unsigned char*> known_;  // by value; NULL where only a run tells
  std::vector<AlignedMemory> folded_;
  uint64_t folded_bytes_ = 0;
};

}  // namespace aclprof
