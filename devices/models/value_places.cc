#include "devices/models/value_places.h"

#include <algorithm>

#include "devices/models/memory_plan.h"

namespace aclprof {
namespace {

class Placer {
 public:
  Placer(const LinkedGraph& graph, const WeightBlock& weights)
      : graph_(graph), places_(graph.values.size()), last_(graph.values.size()) {
    for (size_t i = 0; i < graph.values.size(); ++i) {
      if (graph.values[i].origin == ValueOrigin::kWeight)
        places_[i] = {Place::Where::kWeights, weights.OffsetOf(i)};
    }
    Number(graph.inputs, Place::Where::kInput);
    Number(graph.outputs, Place::Where::kOutput);
    for (size_t step = 0; step < graph.nodes.size(); ++step)
      for (size_t input : graph.nodes[step].inputs)
        if (input != LinkedNode::kAbsent) last_[input] = step;
  }

  // Until the plan is made, `at` of a place in the workspace is the index of its lifetime.
  void AddStep(size_t step, const PreparedNode& prepared) {
    StepPlaces& places = result_.steps.emplace_back();
    for (size_t input : graph_.nodes[step].inputs)
      places.inputs.push_back(input == LinkedNode::kAbsent ? Place() : places_[input]);
    for (size_t i = 0; i < prepared.outputs.size(); ++i)
      places.outputs.push_back(
          PlaceOutput(step, graph_.nodes[step].outputs[i], prepared.outputs[i].Bytes()));
    if (const size_t bytes = prepared.kernel->scratch_bytes(); bytes > 0)
      places.scratch = Workspace({step, step, bytes});
  }

  ValuePlaces Take() {
    const MemoryPlan plan = PlanMemory(lifetimes_);
    result_.workspace_bytes = plan.total_bytes;
    for (StepPlaces& step : result_.steps) {
      for (Place& input : step.inputs) Settle(plan, &input);
      for (Place& output : step.outputs) Settle(plan, &output);
      Settle(plan, &step.scratch);
    }
    return std::move(result_);
  }

 private:
  void Number(const std::vector<size_t>& values, Place::Where where) {
    for (size_t i = 0; i < values.size(); ++i) places_[values[i]] = {where, i};
  }

  Place PlaceOutput(size_t step, size_t value, uint64_t bytes) {
    if (value == LinkedNode::kAbsent) return Workspace({step, step, bytes});
    Place& place = places_[value];
    if (place.where == Place::Where::kNowhere)
      place = Workspace({step, std::max(step, last_[value]), bytes});
    return place;
  }

  Place Workspace(const Lifetime& lifetime) {
    lifetimes_.push_back(lifetime);
    return {Place::Where::kWorkspace, lifetimes_.size() - 1};
  }

  static void Settle(const MemoryPlan& plan, Place* place) {
    if (place->where == Place::Where::kWorkspace) place->at = plan.offsets[place->at];
  }

  const LinkedGraph& graph_;
  std::vector<Place> places_;  // by value
  std::vector<size_t> last_;   // by value: the last step that reads it
  std::vector<Lifetime> lifetimes_;
  ValuePlaces result_;
};

}  // namespace

ValuePlaces PlaceValues(const LinkedGraph& graph, const std::vector<PreparedNode>& nodes,
                        const WeightBlock& weights) {
  Placer placer(graph, weights);
  for (size_t step = 0; step < nodes.size(); ++step) placer.AddStep(step, nodes[step]);
  return placer.Take();
}

}  // namespace aclprof
