// node_order.h: an order of nodes in which each comes after those that make its inputs.
//
// Shape    of the nodes that could come next it is always the file's first one: a file in order keeps its order.
// Errors   OrderNodes: kInvalidArgument, with the names of nodes that make a cycle.
#pragma once

#include "devices/models/linked_graph.h"

namespace aclprof {

Status OrderNodes(LinkedGraph* graph);

}  // namespace aclprof
