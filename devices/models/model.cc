#include "devices/models/model.h"

#include "devices/models/constant_nodes.h"
#include "devices/models/linked_graph.h"
#include "devices/models/loaded_model.h"
#include "devices/models/model_text.h"
#include "devices/models/node_preparer.h"
#include "devices/models/value_places.h"
#include "devices/models/weight_block.h"

namespace aclprof {
namespace {

Status CheckTotal(const OnnxGraph& graph, uint64_t weights, uint64_t workspace) {
  if (weights + workspace <= Model::kMaxModelBytes) return Status();
  return Status(StatusCode::kResourceExhausted,
                TextOf(graph) + ": it needs " + std::to_string(weights) + " bytes of weights and " +
                    std::to_string(workspace) + " of workspace, together more than " +
                    std::to_string(Model::kMaxModelBytes));
}

uint64_t WeightBytes(const WeightBlock& weights, const std::vector<PreparedNode>& nodes) {
  uint64_t bytes = weights.bytes();
  for (const PreparedNode& node : nodes) bytes += AlignedUp(node.kernel->weight_bytes());
  return bytes;
}

std::string OpenDimsOf(const OnnxGraph& graph) {
  std::string text;
  for (const OnnxValue& input : graph.inputs) {
    for (const OpenDim& open : input.open_dims) {
      if (!text.empty()) text += ", ";
      text += "dimension " + std::to_string(open.dimension);
      if (!open.symbol.empty()) text += " (" + Quoted(open.symbol) + ")";
      text += " of input " + Quoted(input.name);
    }
  }
  return text;
}

Status MakeModel(OnnxGraph* graph, std::unique_ptr<Model>* model) {
  LinkedGraph linked;
  if (Status status = LinkGraph(graph, &linked); !status.ok()) return status;
  WeightBlock weights;
  weights.Fill(&linked);
  std::vector<PreparedNode> nodes;
  if (Status status = NodePreparer(graph->opset, weights, &linked).Prepare(&nodes); !status.ok())
    return status;
  ValuePlaces places = PlaceValues(linked, nodes, weights);
  if (Status status = CheckTotal(*graph, WeightBytes(weights, nodes), places.workspace_bytes);
      !status.ok())
    return status;
  *model =
      std::make_unique<LoadedModel>(LoadedModel::Names{graph->name, OpenDimsOf(*graph)}, linked,
                                    std::move(nodes), std::move(places), std::move(weights));
  return Status();
}

}  // namespace

Status Model::Load(std::span<const unsigned char> bytes, std::unique_ptr<Model>* model) {
  OnnxGraph graph;
  if (Status status = ParseOnnx(bytes, &graph); !status.ok()) return status;
  NameNodes(&graph);
  if (Status status = TakeConstants(&graph); !status.ok()) return status;
  return MakeModel(&graph, model);
}

}  // namespace aclprof
