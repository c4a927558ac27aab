// linked_graph.h: an ONNX graph whose names have become numbers: every value is there, made by one node at most, and every
// node has an operator.
//
// Shape    nodes are in an order in which they can run, the file's own where that is one. Points into the OnnxGraph that it
//          was made of, which has no Constant nodes any more.
//          An output that is an input or a weight is a copy of it, made by a node Identity of ours.
// Errors   LinkGraph: kInvalidArgument for a name that dangles or is there twice, and for a cycle; kUnsupported for an
//          operator that we don't have. The message names the node.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "devices/models/operator.h"

namespace aclprof {

enum class ValueOrigin { kInput, kWeight, kNode };

struct LinkedValue {
  std::string name;
  ValueOrigin origin = ValueOrigin::kNode;
  size_t maker = 0;      // the node, by its place in the file, that makes it
  TensorType type = {};  // a node's is found later
  OnnxTensor* weight = nullptr;
  bool is_used = false;                     // by a node
  std::vector<const OnnxValue*> told = {};  // what the file says of a node's output
};

struct LinkedNode {
  static constexpr size_t kAbsent = SIZE_MAX;

  const OnnxNode* node;
  const Operator* op;
  std::vector<size_t> inputs;   // values; kAbsent where an optional one is left out
  std::vector<size_t> outputs;  // values; kAbsent where nobody wants it
};

struct LinkedGraph {
  // Nodes that the file doesn't have: each makes an output of the graph that is an input or a weight.
  std::deque<OnnxNode> copies;
  std::vector<LinkedValue> values;
  std::vector<LinkedNode> nodes;
  std::vector<size_t> inputs;  // values
  std::vector<size_t> outputs;
};

Status LinkGraph(OnnxGraph* graph, LinkedGraph* linked);

}  // namespace aclprof
