#include "devices/models/constant_nodes.h"

#include <unordered_set>

#include "devices/models/constant_value.h"
#include "devices/models/model_text.h"

namespace aclprof {
namespace {

Status Wrong(StatusCode code, const OnnxNode& node, const std::string& what) {
  return Status(code, TextOf(node) + ": " + what);
}

Status TakeConstant(OnnxNode* node, std::map<std::string, OnnxTensor>* initializers) {
  if (!node->inputs.empty() || node->outputs.size() != 1 || node->outputs[0].empty())
    return Wrong(StatusCode::kInvalidArgument, *node, "a Constant has one output and no input");
  OnnxTensor tensor;
  if (Status status = ReadConstantValue(*node, &tensor); !status.ok())
    return Wrong(status.code(), *node, status.message());
  node->attributes.clear();  // the value is the initializer's now
  tensor.name = node->outputs[0];
  if (!initializers->emplace(tensor.name, std::move(tensor)).second)
    return Wrong(StatusCode::kInvalidArgument, *node,
                 "its output " + Quoted(node->outputs[0]) + " is an initializer, too");
  return Status();
}

}  // namespace

void NameNodes(OnnxGraph* graph) {
  std::unordered_set<std::string> taken;
  for (const OnnxNode& node : graph->nodes) taken.insert(node.name);
  std::unordered_set<std::string> seen;
  for (size_t i = 0; i < graph->nodes.size(); ++i) {
    std::string& name = graph->nodes[i].name;
    if (!name.empty() && seen.insert(name).second) continue;
    const std::string numbered =
        (name.empty() ? graph->nodes[i].op_type : name) + "_" + std::to_string(i);
    name = numbered;
    for (size_t next = 2; !taken.insert(name).second; ++next)
      name = numbered + "_" + std::to_string(next);
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
