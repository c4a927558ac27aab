#include "devices/host/model_description.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_map>

#include "devices/host/step_identity.h"

namespace aclprof {
namespace {

static_assert(kMaxDims <= ACL_MAX_DIM_CNT);

// By the names of tensors. That of the first operator that asks for another one than ND.
using Formats = std::unordered_map<std::string_view, aclFormat>;

Formats FormatsIn(const Model& model) {
  Formats formats;
  for (const ModelStep& step : model.steps()) {
    for (const auto* tensors : {&step.inputs, &step.outputs}) {
      for (const ModelTensor& tensor : *tensors) {
        const aclFormat format = FormatIn(step.op_type, tensor.type);
        if (format != ACL_FORMAT_ND) formats.emplace(tensor.name, format);
      }
    }
  }
  return formats;
}

std::vector<ModelDescription::Tensor> Described(const std::vector<ModelTensor>& tensors,
                                                const Formats& formats) {
  std::vector<ModelDescription::Tensor> described;
  for (const ModelTensor& tensor : tensors) {
    const auto found = formats.find(tensor.name);
    described.push_back(
        {tensor.name, tensor.type, found == formats.end() ? ACL_FORMAT_ND : found->second});
  }
  return described;
}

}  // namespace

ModelDescription DescriptionOf(const Model& model) {
  const Formats formats = FormatsIn(model);
  return {Described(model.inputs(), formats), Described(model.outputs(), formats)};
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
