#include "devices/models/loaded_model.h"

#include <utility>

#include "devices/models/model_text.h"

namespace aclprof {
namespace {

std::vector<ModelTensor> TensorsOf(const LinkedGraph& graph, const std::vector<size_t>& values) {
  std::vector<ModelTensor> tensors;
  for (size_t value : values) {
    if (value == LinkedNode::kAbsent) continue;
    tensors.push_back({graph.values[value].name, graph.values[value].type});
  }
  return tensors;
}

ModelStep DescriptionOf(const LinkedGraph& graph, const LinkedNode& node) {
  return {node.node->name, node.node->op_type, std::string(node.op->task_type),
          TensorsOf(graph, node.inputs), TensorsOf(graph, node.outputs)};
}

}  // namespace

LoadedModel::LoadedModel(Names names, const LinkedGraph& graph, std::vector<PreparedNode> nodes,
                         ValuePlaces places, WeightBlock weights)
    : names_(std::move(names)),
      inputs_(TensorsOf(graph, graph.inputs)),
      outputs_(TensorsOf(graph, graph.outputs)),
      weights_(std::move(weights)),
      workspace_bytes_(places.workspace_bytes) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    steps_.push_back(DescriptionOf(graph, graph.nodes[i]));
    RunnableStep& step = runnable_.emplace_back();
    step.kernel = std::move(nodes[i].kernel);
    step.places = std::move(places.steps[i]);
    step.inputs.resize(step.places.inputs.size());
    step.outputs.resize(step.places.outputs.size());
  }
}

size_t LoadedModel::weight_bytes() const {
  size_t bytes = weights_.bytes();
  for (const RunnableStep& step : runnable_) bytes += AlignedUp(step.kernel->weight_bytes());
  return bytes;
}

void LoadedModel::PlaceWeights(void* memory) {
  weights_.MoveTo(memory);
  auto* to = static_cast<unsigned char*>(memory) + weights_.bytes();
  for (const RunnableStep& step : runnable_) {
    step.kernel->PlaceWeights(to);
    to += AlignedUp(step.kernel->weight_bytes());
  }
}

Status LoadedModel::RunStep(size_t step, const Memory& memory) {
  RunnableStep& runnable = runnable_[step];
  for (size_t i = 0; i < runnable.inputs.size(); ++i)
    runnable.inputs[i] = Source(runnable.places.inputs[i], memory);
  for (size_t i = 0; i < runnable.outputs.size(); ++i)
    runnable.outputs[i] = Target(runnable.places.outputs[i], memory);
  Status status = runnable.kernel->Run(runnable.inputs, runnable.outputs,
                                       Target(runnable.places.scratch, memory));
  if (status.ok()) return status;
  return Status(status.code(), TextOf(steps_[step]) + ": " + status.message());
}

const void* LoadedModel::Source(const Place& place, const Memory& memory) const {
  switch (place.where) {
    case Place::Where::kInput:
      return memory.inputs[place.at];
    case Place::Where::kWeights:
      return weights_.At(place.at);
    default:
      return Target(place, memory);
  }
}

void* LoadedModel::Target(const Place& place, const Memory& memory) {
  switch (place.where) {
    case Place::Where::kOutput:
      return memory.outputs[place.at];
    case Place::Where::kWorkspace:
      return static_cast<unsigned char*>(memory.workspace) + place.at;
    default:
      return nullptr;
  }
}

}  // namespace aclprof
