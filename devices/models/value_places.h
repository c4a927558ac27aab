// value_places.h: where every value of a graph is in a run.
//
// Shape    inputs and outputs of the graph in the caller's memory, weights in their block, everything else and the kernels'
//          scratch in the workspace, by PlanMemory. A value lives from the node that makes it to the last one that reads it.
// Threads  free functions.
#pragma once

#include <cstdint>
#include <vector>

#include "devices/models/linked_graph.h"
#include "devices/models/node_preparer.h"
#include "devices/models/weight_block.h"

namespace aclprof {

struct Place {
  enum class Where : uint8_t { kNowhere, kInput, kOutput, kWeights, kWorkspace };
  Where where = Where::kNowhere;
  uint64_t at = 0;  // the number of the input or output; else an offset in bytes
};

struct StepPlaces {
  std::vector<Place> inputs;
  std::vector<Place> outputs;
  Place scratch;
};

struct ValuePlaces {
  std::vector<StepPlaces> steps;
  uint64_t workspace_bytes = 0;
};

ValuePlaces PlaceValues(const LinkedGraph& graph, const std::vector<PreparedNode>& nodes,
                        const WeightBlock& weights);

}  // namespace aclprof
