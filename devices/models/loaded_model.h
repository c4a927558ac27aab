// loaded_model.h: the Model that Load makes: kernels, and a place for everything that they read and write.
//
// Threads  as model.h says.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "devices/models/model.h"
#include "devices/models/operator.h"
#include "devices/models/value_places.h"
#include "devices/models/weight_block.h"

namespace aclprof {

class LoadedModel : public Model {
 public:
  struct Names {
    std::string graph;
    std::string open_dims;
  };

  LoadedModel(Names names, const LinkedGraph& graph, std::vector<PreparedNode> nodes,
              ValuePlaces places, WeightBlock weights);

  const std::string& name() const override { return names_.graph; }
  const std::string& open_dims() const override { return names_.open_dims; }
  const std::vector<ModelTensor>& inputs() const override { return inputs_; }
  const std::vector<ModelTensor>& outputs() const override { return outputs_; }
  const std::vector<ModelStep>& steps() const override { return steps_; }

  size_t weight_bytes() const override;
  size_t workspace_bytes() const override { return workspace_bytes_; }

  void PlaceWeights(void* memory) override;
  Status RunStep(size_t step, const Memory& memory) override;

 private:
  struct RunnableStep {
    std::unique_ptr<Kernel> kernel;
    StepPlaces places;
    std::vector<const void*> inputs;  // of the run that is going on
    std::vector<void*> outputs;
  };

  const void* Source(const Place& place, const Memory& memory) const;
  static void* Target(const Place& place, const Memory& memory);

  const Names names_;
  std::vector<ModelTensor> inputs_;
  std::vector<ModelTensor> outputs_;
  std::vector<ModelStep> steps_;
  std::vector<RunnableStep> runnable_;
  WeightBlock weights_;
  const size_t workspace_bytes_;
};

}  // namespace aclprof
