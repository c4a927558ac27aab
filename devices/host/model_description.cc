#include "devices/host/model_description.h"

#include <algorithm>
#include <cstring>

#include "devices/host/step_identity.h"

namespace aclprof {
namespace {

static_assert(kMaxDims <= ACL_MAX_DIM_CNT);

bool Has(const std::vector<ModelTensor>& tensors, const std::string& name) {
  return std::any_of(tensors.begin(), tensors.end(),
                     [&name](const ModelTensor& tensor) { return tensor.name == name; });
}

// That of the first operator that asks for another one than ND.
aclFormat FormatOf(const Model& model, const ModelTensor& tensor) {
  for (const ModelStep& step : model.steps()) {
    if (!Has(step.inputs, tensor.name) && !Has(step.outputs, tensor.name)) continue;
    const aclFormat format = FormatIn(step.op_type, tensor.type);
    if (format != ACL_FORMAT_ND) return format;
  }
  return ACL_FORMAT_ND;
}

std::vector<ModelDescription::Tensor> Described(const Model& model,
                                                const std::vector<ModelTensor>& tensors) {
  std::vector<ModelDescription::Tensor> described;
  for (const ModelTensor& tensor : tensors)
    described.push_back({tensor.name, tensor.type, FormatOf(model, tensor)});
  return described;
}

}  // namespace

ModelDescription DescriptionOf(const Model& model) {
  return {Described(model, model.inputs()), Described(model, model.outputs())};
}

aclmdlIODims DimsOf(const ModelDescription::Tensor& tensor) {
  aclmdlIODims dims{};
  const size_t length = std::min<size_t>(tensor.name.size(), ACL_MAX_TENSOR_NAME_LEN - 1);
  std::memcpy(dims.name, tensor.name.data(), length);
  dims.dimCount = tensor.type.dims.size();
  std::copy(tensor.type.dims.begin(), tensor.type.dims.end(), dims.dims);
  return dims;
}

}  // namespace aclprof
