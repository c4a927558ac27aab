// operator_request.h: what a call asks a single operator to be: its type, its attributes, its tensors.
//
// Threads  a value type.
// Errors   TakeOperand: 100000 a tensor that can't be, or a constant of another size than its tensor; 100026 a type of
//          elements that no operator takes; 200006 an output in the host's memory.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "devices/host/host_status.h"
#include "devices/host/step_identity.h"
#include "devices/models/onnx_graph.h"

namespace aclprof {

struct OperatorAttributes {
  std::map<std::string, OnnxAttribute> values;
};

// One tensor of the call.
struct Operand {
  bool present = false;  // false: an optional input that is left out
  DescribedTensor tensor;
  std::vector<unsigned char>
      constant;  // its bytes, where they are known; empty: they are on the device
};

struct OperatorRequest {
  std::string type;
  OperatorAttributes attributes;
  std::vector<Operand> inputs;
  std::vector<Operand> outputs;

  // All of it as bytes: equal for equal requests alone.
  std::string Key() const;
};

HostStatus TakeInput(const std::string& what, const aclTensorDesc* desc,
                     const aclDataBuffer* buffer, Operand* operand);
HostStatus TakeOutput(const std::string& what, const aclTensorDesc* desc, Operand* operand);

}  // namespace aclprof
