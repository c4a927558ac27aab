// constant_value.h: the value of a Constant node, which is one of several attributes.
//
// Errors   kInvalidArgument for a node without exactly one value, kUnsupported for strings and sparse tensors.
// Source   Constant in Operators.md of ONNX.
#pragma once

#include "devices/models/onnx_graph.h"

namespace aclprof {

Status ReadConstantValue(const OnnxNode& node, OnnxTensor* tensor);

}  // namespace aclprof
