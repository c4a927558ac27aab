// model_text.h: how messages about a model name its parts.
//
// Shape    names are quoted, and cut where a file made them too long to read. What is no text, control characters and bytes
//          that are no UTF-8, is shown as \xNN.
// Threads  free functions.
#pragma once

#include <string>
#include <string_view>

#include "devices/models/model.h"
#include "devices/models/onnx_graph.h"

namespace aclprof {

// "'conv1'".
std::string Quoted(std::string_view name);
// "node 'conv1' (Conv, byte 240)".
std::string TextOf(const OnnxNode& node);
// "node 'conv1' (Conv)".
std::string TextOf(const ModelStep& step);
// "input 'x' (byte 400)"; what it is, is up to the caller.
std::string TextOf(const char* what, const OnnxValue& value);
// "graph 'resnet' (byte 12)".
std::string TextOf(const OnnxGraph& graph);
// "float[?,3,224,224]": what the file says of a value; ? for a dimension that it leaves open.
std::string DeclaredType(const OnnxValue& value);

}  // namespace aclprof
