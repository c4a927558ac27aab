// constant_nodes.h: Constant nodes become initializers, which is what they are.
//
// Shape    before that, a node without a name gets <op_type>_<index of the node>, so that names don't depend on which nodes
//          are left.
// Errors   kInvalidArgument for a node without exactly one value, kUnsupported for strings and sparse tensors; the message
//          names the node.
// Source   Constant in Operators.md of ONNX.
#pragma once

#include "devices/models/onnx_graph.h"

namespace aclprof {

void NameNodes(OnnxGraph* graph);
Status TakeConstants(OnnxGraph* graph);

}  // namespace aclprof
