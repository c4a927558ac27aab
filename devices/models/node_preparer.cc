#include "devices/models/node_preparer.h"

#include "devices/models/model_text.h"

namespace aclprof {
namespace {

Status At(const LinkedNode& node, const Status& status) {
  if (status.ok()) return status;
  return Status(status.code(), TextOf(*node.node) + ": " + status.message());
}

Status CheckOutputs(const LinkedNode& node, const std::vector<TensorType>& outputs) {
  if (outputs.size() != node.outputs.size())
    return Status(StatusCode::kInvalidArgument, "it has " + std::to_string(node.outputs.size()) +
                                                    " outputs instead of " +
                                                    std::to_string(outputs.size()));
  for (const TensorType& output : outputs) {
    if (Status status = CheckSize(output); !status.ok())
      return Status(status.code(), "its output can't be: " + status.message());
  }
  return Status();
}

bool Agrees(const OnnxValue& told, const TensorType& type) {
  if (told.type.element != ElementType::kUndefined && told.type.element != type.element)
    return false;
  if (!told.type_known) return true;
  if (told.type.dims.size() != type.dims.size()) return false;
  for (size_t i = 0; i < type.dims.size(); ++i) {
    if (!told.IsOpen(i) && told.type.dims[i] != type.dims[i]) return false;
  }
  return true;
}

Status CheckTold(const LinkedValue& value) {
  for (const OnnxValue* told : value.told) {
    if (!Agrees(*told, value.type))
      return Status(StatusCode::kInvalidArgument, "its output " + Quoted(value.name) + " is " +
                                                      ToString(value.type) +
                                                      ", and the file says " + DeclaredType(*told));
  }
  return Status();
}

// Bytes that computing the node at load would touch; more than the limit when it can't be computed.
uint64_t FoldBytes(const Operator& op, const NodeView& view, const PreparedNode& node) {
  uint64_t bytes = node.kernel->scratch_bytes();
  for (const NodeInput& input : view.inputs) {
    if (!input.present || op.reads_types_alone) continue;
    if (input.constant == nullptr) return UINT64_MAX;
    bytes += input.type.Bytes();
  }
  for (const TensorType& output : node.outputs) bytes += AlignedUp(output.Bytes());
  return view.inputs.empty() ? UINT64_MAX : bytes;
}

}  // namespace

NodePreparer::NodePreparer(int64_t opset, const WeightBlock& weights, LinkedGraph* graph)
    : opset_(opset), graph_(*graph), known_(graph->values.size()) {
  for (size_t i = 0; i < known_.size(); ++i) {
    const LinkedValue& value = graph->values[i];
    if (value.origin == ValueOrigin::kWeight && value.is_used)
      known_[i] = weights.At(weights.OffsetOf(i));
  }
}

Status NodePreparer::Prepare(std::vector<PreparedNode>* nodes) {
  nodes->resize(graph_.nodes.size());
  for (size_t i = 0; i < nodes->size(); ++i) {
    const LinkedNode& node = graph_.nodes[i];
    if (Status status = PrepareNode(node, &(*nodes)[i]); !status.ok()) return At(node, status);
  }
  return Status();
}

NodeView NodePreparer::ViewOf(const LinkedNode& node) const {
  NodeView view{node.node, opset_, {}, node.outputs.size()};
  for (size_t input : node.inputs) {
    if (input == LinkedNode::kAbsent)
      view.inputs.emplace_back();
    else
      view.inputs.push_back({true, graph_.values[input].type, known_[input]});
  }
  return view;
}

Status NodePreparer::PrepareNode(const LinkedNode& node, PreparedNode* prepared) {
  const NodeView view = ViewOf(node);
  if (Status status = node.op->infer(view, &prepared->outputs); !status.ok()) return status;
  if (Status status = CheckOutputs(node, prepared->outputs); !status.ok()) return status;
  if (Status status = TakeTypes(node, prepared->outputs); !status.ok()) return status;
  if (Status status = node.op->make(view, prepared->outputs, &prepared->kernel); !status.ok())
    return status;
  return Fold(node, view, prepared);
}

Status NodePreparer::TakeTypes(const LinkedNode& node, const std::vector<TensorType>& types) {
  for (size_t i = 0; i < types.size(); ++i) {
    if (node.outputs[i] == LinkedNode::kAbsent) continue;
    LinkedValue& value = graph_.values[node.outputs[i]];
    value.type = types[i];
    if (Status status = CheckTold(value); !status.ok()) return status;
  }
  return Status();
}

Status NodePreparer::Fold(const LinkedNode& node, const NodeView& view, PreparedNode* prepared) {
  const uint64_t bytes = FoldBytes(*node.op, view, *prepared);
  if (bytes > kMaxFoldBytes || folded_bytes_ + bytes > kMaxFoldedBytes) return Status();
  folded_bytes_ += bytes;
  std::vector<const void*> inputs;
  for (const NodeInput& input : view.inputs) inputs.push_back(input.constant);
  std::vector<void*> outputs;
  for (size_t i = 0; i < prepared->outputs.size(); ++i) {
    folded_.emplace_back(prepared->outputs[i].Bytes());
    outputs.push_back(folded_.back().get());
    if (node.outputs[i] != LinkedNode::kAbsent) known_[node.outputs[i]] = folded_.back().get();
  }
  const AlignedMemory scratch(prepared->kernel->scratch_bytes());
  return prepared->kernel->Run(inputs, outputs, scratch.get());
}

}  // namespace aclprof
