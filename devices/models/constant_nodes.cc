#include "devices/models/constant_nodes.h"

#include "base/byte_order.h"
#include "devices/models/model_text.h"

namespace aclprof {
namespace {

template <typename T>
OnnxTensor TensorOf(ElementType element, Dims dims, const T* values, size_t count) {
  OnnxTensor tensor;
  tensor.type = {element, std::move(dims)};
  AppendBytes(&tensor.data, values, count * sizeof(T));
  return tensor;
}

template <typename T>
OnnxTensor ListTensor(ElementType element, const std::vector<T>& values) {
  return TensorOf(element, {static_cast<int64_t>(values.size())}, values.data(), values.size());
}

Status Wrong(StatusCode code, const OnnxNode& node, const std::string& what) {
  return Status(code, TextOf(node) + ": " + what);
}

Status ValueOf(OnnxNode* node, OnnxTensor* tensor) {
  if (node->attributes.size() != 1)
    return Wrong(StatusCode::kInvalidArgument, *node, "a Constant has one attribute, its value");
  const std::string& name = node->attributes.begin()->first;
  OnnxAttribute& value = node->attributes.begin()->second;
  if (name == "value" && value.kind == AttributeKind::kTensor)
    *tensor = std::move(value.t);
  else if (name == "value_float" && value.kind == AttributeKind::kFloat)
    *tensor = TensorOf(ElementType::kFloat, {}, &value.f, 1);
  else if (name == "value_int" && value.kind == AttributeKind::kInt)
    *tensor = TensorOf(ElementType::kInt64, {}, &value.i, 1);
  else if (name == "value_floats" && value.kind == AttributeKind::kFloats)
    *tensor = ListTensor(ElementType::kFloat, value.floats);
  else if (name == "value_ints" && value.kind == AttributeKind::kInts)
    *tensor = ListTensor(ElementType::kInt64, value.ints);
  else
    return Wrong(StatusCode::kUnsupported, *node, "its value " + Quoted(name) + " is not taken");
  return Status();
}

Status TakeConstant(OnnxNode* node, std::map<std::string, OnnxTensor>* initializers) {
  if (!node->inputs.empty() || node->outputs.size() != 1 || node->outputs[0].empty())
    return Wrong(StatusCode::kInvalidArgument, *node, "a Constant has one output and no input");
  OnnxTensor tensor;
  if (Status status = ValueOf(node, &tensor); !status.ok()) return status;
  if (Status status = CheckSize(tensor.type); !status.ok())
    return Wrong(status.code(), *node, status.message());
  tensor.name = node->outputs[0];
  if (!initializers->emplace(tensor.name, std::move(tensor)).second)
    return Wrong(StatusCode::kInvalidArgument, *node,
                 "its output " + Quoted(node->outputs[0]) + " is an initializer, too");
  return Status();
}

}  // namespace

void NameNodes(OnnxGraph* graph) {
  for (size_t i = 0; i < graph->nodes.size(); ++i) {
    OnnxNode& node = graph->nodes[i];
    if (node.name.empty()) node.name = node.op_type + "_" + std::to_string(i);
  }
}

Status TakeConstants(OnnxGraph* graph) {
  for (OnnxNode& node : graph->nodes) {
    if (node.op_type != "Constant") continue;
    if (Status status = TakeConstant(&node, &graph->initializers); !status.ok()) return status;
  }
  std::erase_if(graph->nodes, [](const OnnxNode& node) { return node.op_type == "Constant"; });
  return Status();
}

}  // namespace aclprof
