// onnx_node_reader.h: nodes of an ONNX file and their attributes.
//
// Errors   OnnxFault, which names the node and the attribute.
// Source   NodeProto and AttributeProto in onnx.proto.
#pragma once

#include "devices/models/onnx_graph.h"
#include "devices/models/onnx_message.h"

namespace aclprof {

OnnxNode ReadNode(OnnxMessage message);

}  // namespace aclprof
