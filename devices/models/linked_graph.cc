#include "devices/models/linked_graph.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "devices/models/model_text.h"
#include "devices/models/node_order.h"

namespace aclprof {
namespace {

Status Wrong(const std::string& what) { return Status(StatusCode::kInvalidArgument, what); }

class Linker {
 public:
  Linker(OnnxGraph* graph, LinkedGraph* linked) : graph_(*graph), linked_(*linked) {}

  Status Run() {
    for (auto step : {&Linker::AddInputs, &Linker::AddWeights, &Linker::AddNodes,
                      &Linker::LinkInputs, &Linker::LinkOutputs, &Linker::LinkTypes}) {
      if (Status status = (this->*step)(); !status.ok()) return status;
    }
    return Status();
  }

 private:
  // False when there is a value of that name.
  bool Add(const std::string& name, LinkedValue value) {
    if (!numbers_.emplace(name, linked_.values.size()).second) return false;
    value.name = name;
    linked_.values.push_back(std::move(value));
    return true;
  }

  Status AddInputs() {
    for (const OnnxValue& input : graph_.inputs) {
      if (!input.type_known)
        return Wrong(TextOf("input", input) + ": it has no element type or no shape");
      linked_.inputs.push_back(linked_.values.size());
      if (!Add(input.name, {"", ValueOrigin::kInput, 0, input.type}))
        return Wrong(TextOf("input", input) + ": another input has its name");
    }
    return Status();
  }

  // They are no inputs: the reader took those out.
  Status AddWeights() {
    for (auto& [name, tensor] : graph_.initializers)
      Add(name, {"", ValueOrigin::kWeight, 0, tensor.type, &tensor});
    return Status();
  }

  Status AddNodes() {
    linked_.nodes.reserve(graph_.nodes.size());
    for (const OnnxNode& node : graph_.nodes) {
      linked_.nodes.push_back({&node, FindOperator(node.op_type), {}, {}});
      node_names_.insert(node.name);
      if (linked_.nodes.back().op == nullptr)
        return Status(StatusCode::kUnsupported,
                      TextOf(node) + ": there is no operator " + Quoted(node.op_type) + " here");
      if (Status status = AddOutputs(node); !status.ok()) return status;
    }
    return Status();
  }

  Status AddOutputs(const OnnxNode& node) {
    LinkedNode& linked = linked_.nodes.back();
    for (const std::string& output : node.outputs) {
      linked.outputs.push_back(output.empty() ? LinkedNode::kAbsent : linked_.values.size());
      if (output.empty()) continue;
      if (!Add(output, {"", ValueOrigin::kNode, linked_.nodes.size() - 1}))
        return Wrong(TextOf(node) + ": its output " + Quoted(output) +
                     " has the name of another value");
    }
    while (!linked.outputs.empty() && linked.outputs.back() == LinkedNode::kAbsent)
      linked.outputs.pop_back();
    return linked.outputs.empty() ? Wrong(TextOf(node) + ": it has no output") : Status();
  }

  Status LinkInputs() {
    for (LinkedNode& node : linked_.nodes) {
      for (const std::string& input : node.node->inputs) {
        const auto found = numbers_.find(input);
        if (!input.empty() && found == numbers_.end())
          return Wrong(TextOf(*node.node) + ": its input " + Quoted(input) +
                       " is no input of the graph, no weight and no node's output");
        node.inputs.push_back(input.empty() ? LinkedNode::kAbsent : found->second);
        if (!input.empty()) linked_.values[found->second].is_used = true;
      }
    }
    return Status();
  }

  Status LinkOutputs() {
    if (graph_.outputs.empty()) return Wrong(TextOf(graph_) + ": it has no output");
    std::vector<bool> taken(linked_.values.size());
    for (const OnnxValue& output : graph_.outputs) {
      const auto found = numbers_.find(output.name);
      if (found == numbers_.end()) return Wrong(TextOf("output", output) + ": no node makes it");
      if (taken[found->second])
        return Wrong(TextOf("output", output) + ": another output has its name");
      taken[found->second] = true;
      if (linked_.values[found->second].origin == ValueOrigin::kNode) {
        linked_.outputs.push_back(found->second);
      } else if (Status copied = AddCopy(output, found->second); !copied.ok()) {
        return copied;
      }
    }
    return Status();
  }

  Status AddCopy(const OnnxValue& output, size_t source) {
    const Operator* identity = FindOperator("Identity");
    if (identity == nullptr)
      return Status(StatusCode::kUnsupported,
                    TextOf("output", output) + ": no node makes it, and nothing here copies it");
    OnnxNode& node = linked_.copies.emplace_back();
    node.name = output.name + "_copy";
    while (!node_names_.insert(node.name).second) node.name += "_";
    node.op_type = identity->type;
    node.inputs = node.outputs = {output.name};
    node.offset_bytes = output.offset_bytes;
    linked_.values[source].is_used = true;
    linked_.outputs.push_back(linked_.values.size());
    linked_.nodes.push_back({&node, identity, {source}, {linked_.values.size()}});
    linked_.values.push_back({output.name, ValueOrigin::kNode, linked_.nodes.size() - 1});
    linked_.values.back().told.push_back(&output);
    return Status();
  }

  Status LinkTypes() {
    for (const auto* values : {&graph_.values, &graph_.outputs}) {
      for (const OnnxValue& value : *values) {
        const auto found = numbers_.find(value.name);
        if (found != numbers_.end()) linked_.values[found->second].told.push_back(&value);
      }
    }
    return Status();
  }

  OnnxGraph& graph_;
  LinkedGraph& linked_;
  std::unordered_set<std::string> node_names_;
  std::unordered_map<std::string_view, size_t> numbers_;  // views of the graph's names
};

}  // namespace

Status LinkGraph(OnnxGraph* graph, LinkedGraph* linked) {
  *linked = LinkedGraph();
  if (Status status = Linker(graph, linked).Run(); !status.ok()) return status;
  return OrderNodes(linked);
}

}  // namespace aclprof
