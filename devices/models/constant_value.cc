#include "devices/models/constant_value.h"

#include "base/byte_order.h"
#include "devices/models/model_text.h"

namespace aclprof {
namespace {

template <typename T>
OnnxTensor TensorOf(ElementType element, Dims dims, const T* values, size_t count) {
  OnnxTensor tensor;
  tensor.type = {element, std::move(dims)};
  AppendBytes(&tensor.data, values, count * sizeof(T));
  return tensor;
}

template <typename T>
OnnxTensor ListTensor(ElementType element, const std::vector<T>& values) {
  return TensorOf(element, {static_cast<int64_t>(values.size())}, values.data(), values.size());
}

}  // namespace

Status ReadConstantValue(const OnnxNode& node, OnnxTensor* tensor) {
  if (node.attributes.size() != 1)
    return Status(StatusCode::kInvalidArgument, "a Constant has one attribute, its value");
  const auto& [name, value] = *node.attributes.begin();
  if (name == "value" && value.kind == AttributeKind::kTensor)
    *tensor = value.t;
  else if (name == "value_float" && value.kind == AttributeKind::kFloat)
    *tensor = TensorOf(ElementType::kFloat, {}, &value.f, 1);
  else if (name == "value_int" && value.kind == AttributeKind::kInt)
    *tensor = TensorOf(ElementType::kInt64, {}, &value.i, 1);
  else if (name == "value_floats" && value.kind == AttributeKind::kFloats)
    *tensor = ListTensor(ElementType::kFloat, value.floats);
  else if (name == "value_ints" && value.kind == AttributeKind::kInts)
    *tensor = ListTensor(ElementType::kInt64, value.ints);
  else
    return Status(StatusCode::kUnsupported, "its value " + Quoted(name) + " is not taken");
  return CheckSize(tensor->type);
}

}  // namespace aclprof
