// The descriptions of models of acl/acl_mdl.h.

#include "acl/acl_mdl.h"
#include "devices/host/described.h"
#include "devices/host/element_types.h"
#include "devices/host/host_process.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::Created;
using aclprof::HostModel;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::ModelDescription;
using aclprof::NullArgument;
using aclprof::Traced;
using aclprof::UnknownHandle;

namespace {

using Tensors = std::vector<ModelDescription::Tensor> ModelDescription::*;
constexpr Tensors kInputs = &ModelDescription::inputs;
constexpr Tensors kOutputs = &ModelDescription::outputs;

HostStatus FindDescription(const aclmdlDesc* desc, std::shared_ptr<ModelDescription>* found) {
  if (desc == nullptr) return NullArgument("modelDesc");
  *found = HostProcess::Get().model_descriptions().Find(const_cast<aclmdlDesc*>(desc));
  return *found == nullptr ? UnknownHandle("model description") : HostStatus();
}

HostStatus FindTensor(const aclmdlDesc* desc, Tensors tensors, size_t index,
                      std::shared_ptr<ModelDescription>* found) {
  if (HostStatus known = FindDescription(desc, found); !known.ok()) return known;
  if (index < ((**found).*tensors).size()) return {};
  return {ACL_ERROR_INVALID_PARAM, "the model has no " +
                                       std::string(tensors == kInputs ? "input " : "output ") +
                                       std::to_string(index)};
}

// What `get` makes of one input or output, or `failed`, with a text.
template <typename Value, typename Get>
Value OfTensor(const ApiName& name, const aclmdlDesc* desc, Tensors tensors, size_t index,
               Value failed, Get get) {
  const ApiCall call(name);
  return aclprof::Guarded(
      call,
      [&]() -> Value {
        std::shared_ptr<ModelDescription> found;
        const HostStatus known = FindTensor(desc, tensors, index, &found);
        (void)aclprof::Answer(call, known);
        return known.ok() ? get(((*found).*tensors)[index]) : failed;
      },
      [failed](aclError) { return failed; });
}

size_t CountOf(const ApiName& name, const aclmdlDesc* desc, Tensors tensors) {
  const ApiCall call(name);
  return aclprof::Guarded(
      call,
      [&]() -> size_t {
        std::shared_ptr<ModelDescription> found;
        const HostStatus known = FindDescription(desc, &found);
        (void)aclprof::Answer(call, known);
        return known.ok() ? ((*found).*tensors).size() : 0;
      },
      [](aclError) { return size_t{0}; });
}

size_t BytesOf(const ApiName& name, const aclmdlDesc* desc, Tensors tensors, size_t index) {
  return OfTensor<size_t>(name, desc, tensors, index, 0,
                          [](const auto& tensor) { return tensor.type.Bytes(); });
}

aclError GetDims(const ApiName& name, const aclmdlDesc* desc, Tensors tensors, size_t index,
                 aclmdlIODims* dims) {
  return Traced(name, [&](ApiCall&) {
    if (dims == nullptr) return NullArgument("dims");
    std::shared_ptr<ModelDescription> found;
    HostStatus known = FindTensor(desc, tensors, index, &found);
    if (known.ok()) *dims = aclprof::DimsOf(((*found).*tensors)[index]);
    return known;
  });
}

aclDataType DataTypeOf(const ApiName& name, const aclmdlDesc* desc, Tensors tensors, size_t index) {
  return OfTensor(name, desc, tensors, index, ACL_DT_UNDEFINED,
                  [](const auto& tensor) { return aclprof::AclTypeOf(tensor.type.element); });
}

aclFormat FormatOf(const ApiName& name, const aclmdlDesc* desc, Tensors tensors, size_t index) {
  return OfTensor(name, desc, tensors, index, ACL_FORMAT_UNDEFINED,
                  [](const auto& tensor) { return tensor.format; });
}

const char* NameOf(const ApiName& name, const aclmdlDesc* desc, Tensors tensors, size_t index) {
  return OfTensor<const char*>(name, desc, tensors, index, nullptr,
                               [](const auto& tensor) { return tensor.name.c_str(); });
}

}  // namespace

extern "C" {

aclmdlDesc* aclmdlCreateDesc() {
  static const ApiName name(__func__);
  return Created(name, [] {
    return static_cast<aclmdlDesc*>(
        HostProcess::Get().model_descriptions().Add(std::make_shared<ModelDescription>()));
  });
}

aclError aclmdlDestroyDesc(aclmdlDesc* modelDesc) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (modelDesc == nullptr) return NullArgument("modelDesc");
    if (HostProcess::Get().model_descriptions().Take(modelDesc) == nullptr)
      return UnknownHandle("model description");
    return HostStatus();
  });
}

aclError aclmdlGetDesc(aclmdlDesc* modelDesc, uint32_t modelId) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    std::shared_ptr<ModelDescription> desc;
    if (HostStatus known = FindDescription(modelDesc, &desc); !known.ok()) return known;
    std::shared_ptr<HostModel> model;
    HostStatus loaded = HostProcess::Get().models().Find(modelId, &model);
    if (loaded.ok()) *desc = aclprof::DescriptionOf(model->model());
    return loaded;
  });
}

size_t aclmdlGetNumInputs(aclmdlDesc* modelDesc) {
  static const ApiName name(__func__);
  return CountOf(name, modelDesc, kInputs);
}

size_t aclmdlGetNumOutputs(aclmdlDesc* modelDesc) {
  static const ApiName name(__func__);
  return CountOf(name, modelDesc, kOutputs);
}

size_t aclmdlGetInputSizeByIndex(aclmdlDesc* modelDesc, size_t index) {
  static const ApiName name(__func__);
  return BytesOf(name, modelDesc, kInputs, index);
}

size_t aclmdlGetOutputSizeByIndex(aclmdlDesc* modelDesc, size_t index) {
  static const ApiName name(__func__);
  return BytesOf(name, modelDesc, kOutputs, index);
}

aclError aclmdlGetInputDims(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims) {
  static const ApiName name(__func__);
  return GetDims(name, modelDesc, kInputs, index, dims);
}

aclError aclmdlGetOutputDims(const aclmdlDesc* modelDesc, size_t index, aclmdlIODims* dims) {
  static const ApiName name(__func__);
  return GetDims(name, modelDesc, kOutputs, index, dims);
}

aclDataType aclmdlGetInputDataType(const aclmdlDesc* modelDesc, size_t index) {
  static const ApiName name(__func__);
  return DataTypeOf(name, modelDesc, kInputs, index);
}

aclDataType aclmdlGetOutputDataType(const aclmdlDesc* modelDesc, size_t index) {
  static const ApiName name(__func__);
  return DataTypeOf(name, modelDesc, kOutputs, index);
}

aclFormat aclmdlGetInputFormat(const aclmdlDesc* modelDesc, size_t index) {
  static const ApiName name(__func__);
  return FormatOf(name, modelDesc, kInputs, index);
}

aclFormat aclmdlGetOutputFormat(const aclmdlDesc* modelDesc, size_t index) {
  static const ApiName name(__func__);
  return FormatOf(name, modelDesc, kOutputs, index);
}

const char* aclmdlGetInputNameByIndex(const aclmdlDesc* modelDesc, size_t index) {
  static const ApiName name(__func__);
  return NameOf(name, modelDesc, kInputs, index);
}

const char* aclmdlGetOutputNameByIndex(const aclmdlDesc* modelDesc, size_t index) {
  static const ApiName name(__func__);
  return NameOf(name, modelDesc, kOutputs, index);
}

}  // extern "C"
