// model_description.h: what an aclmdlDesc stands for: the inputs and outputs of a model, as the application asks for them.
//
// Threads  one at a time for an object, as the application sees to. It outlives the model.
#pragma once

#include <string>
#include <vector>

#include "acl/acl_mdl.h"
#include "devices/models/model.h"

namespace aclprof {

struct ModelDescription {
  struct Tensor {
    std::string name;
    TensorType type;
    aclFormat format;
  };

  std::vector<Tensor> inputs;
  std::vector<Tensor> outputs;
};

ModelDescription DescriptionOf(const Model& model);
// A name that is longer than the field is cut.
aclmdlIODims DimsOf(const ModelDescription::Tensor& tensor);

}  // namespace aclprof
