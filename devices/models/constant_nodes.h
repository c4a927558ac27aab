// constant_nodes.h: Constant nodes become initializers, which is what they are.
//
// Shape    before that, a node without a name gets <op_type>_<index of the node>, and one with the name of a node before it
//          <name>_<index>, so that names are unique and don't depend on which nodes are left.
// Errors   what constant_value.h says, with the node in front.
#pragma once

#include "devices/models/onnx_graph.h"

namespace aclprof {

void NameNodes(OnnxGraph* graph);
Status TakeConstants(OnnxGraph* graph);

}  // namespace aclprof
