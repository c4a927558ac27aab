// onnx_tensor_reader.h: types and tensors of an ONNX file.
//
// Errors   OnnxFault. A tensor has as many bytes as its type says, or is a fault; nothing is allocated for bytes that the
//          file doesn't have.
// Source   TensorProto, ValueInfoProto and TypeProto in onnx.proto.
#pragma once

#include "devices/models/onnx_graph.h"
#include "devices/models/onnx_message.h"

namespace aclprof {

OnnxTensor ReadTensor(OnnxMessage message);
OnnxValue ReadValue(OnnxMessage message);

}  // namespace aclprof
