// step_identity.h: what the record of an operator's task says of it, interned once, ahead of its runs.
//
// Shape    describe (name, types, shapes, formats) -> intern. Formats: NCHW for the 4-dimensional tensors of image
//          operators, ND for all others; a single operator's are those that the application gives.
// Threads  free functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "devices/models/model.h"

namespace aclprof {

struct StepIdentity {
  uint32_t op = 0;    // of aclprofx_intern_op
  uint16_t type = 0;  // of aclprofx_task_type
};

struct DescribedTensor {
  TensorType type;
  aclFormat format = ACL_FORMAT_ND;
};

struct DescribedStep {
  std::string name;
  std::string op_type;
  std::string task_type;
  std::vector<DescribedTensor> inputs;
  std::vector<DescribedTensor> outputs;
};

DescribedStep DescriptionOf(const ModelStep& step);
StepIdentity IdentityOf(const DescribedStep& step);

// What an operator of this type takes a tensor for.
aclFormat FormatIn(const std::string& op_type, const TensorType& tensor);

}  // namespace aclprof
