#include "devices/host/operator_request.h"

#include <type_traits>

#include "devices/host/acl_data.h"
#include "devices/host/element_types.h"

namespace aclprof {
namespace {

// Every part with its length in front, so that no two lists of parts are the same bytes.
class KeyText {
 public:
  void Bytes(const void* bytes, size_t count) {
    Number(count);
    text_.append(static_cast<const char*>(bytes), count);
  }
  template <typename T>
  void Number(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    text_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  template <typename Container>
  void List(const Container& items) {
    Bytes(items.data(), items.size() * sizeof(*items.data()));
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

void Append(const Operand& operand, KeyText* key) {
  key->Number(operand.present);
  key->Number(operand.tensor.type.element);
  key->Number(operand.tensor.format);
  key->List(operand.tensor.type.dims);
  key->List(operand.constant);
}

void Append(const std::string& name, const OnnxAttribute& attribute, KeyText* key) {
  key->List(name);
  key->Number(attribute.kind);
  key->Number(attribute.f);
  key->Number(attribute.i);
  key->List(attribute.s);
  key->List(attribute.floats);
  key->List(attribute.ints);
}

HostStatus TakeTensor(const std::string& what, const aclTensorDesc& desc, DescribedTensor* tensor) {
  tensor->type = {ElementOf(desc.type), desc.dims};
  tensor->format = desc.format;
  if (tensor->type.element == ElementType::kUndefined)
    return {ACL_ERROR_UNSUPPORTED_DATA_TYPE, what + ": no operator takes elements of this type"};
  const Status possible = CheckSize(tensor->type);
  if (possible.ok()) return {};
  return {ACL_ERROR_INVALID_PARAM, what + ": " + possible.message()};
}

bool IsLeftOut(const aclTensorDesc& desc) {
  return desc.type == ACL_DT_UNDEFINED && desc.dims.empty();
}

HostStatus TakeHostMemory(const std::string& what, const aclDataBuffer* buffer, size_t bytes,
                          std::vector<unsigned char>* constant) {
  if (buffer == nullptr) return NullArgument((what + "'s buffer").c_str());
  if (buffer->data == nullptr) return NullArgument((what + "'s memory").c_str());
  if (buffer->size < bytes)
    return {ACL_ERROR_INVALID_PARAM, what + ": its buffer is smaller than its tensor"};
  const auto* from = static_cast<const unsigned char*>(buffer->data);
  constant->assign(from, from + bytes);
  return {};
}

}  // namespace

std::string OperatorRequest::Key() const {
  KeyText key;
  key.List(type);
  key.Number(attributes.values.size());
  for (const auto& [name, attribute] : attributes.values) Append(name, attribute, &key);
  key.Number(inputs.size());
  for (const Operand& input : inputs) Append(input, &key);
  for (const Operand& output : outputs) Append(output, &key);
  return std::move(key).text();
}

HostStatus TakeInput(const std::string& what, const aclTensorDesc* desc,
                     const aclDataBuffer* buffer, Operand* operand) {
  if (desc == nullptr) return NullArgument((what + "'s description").c_str());
  operand->present = !IsLeftOut(*desc);
  if (!operand->present) return {};
  HostStatus taken = TakeTensor(what, *desc, &operand->tensor);
  if (!taken.ok()) return taken;
  const size_t bytes = operand->tensor.type.Bytes();
  if (!desc->constant.empty()) {
    operand->constant = desc->constant;
    if (operand->constant.size() == bytes) return {};
    return {ACL_ERROR_INVALID_PARAM, what + ": its constant has another size than its tensor"};
  }
  if (desc->placement == ACL_MEMTYPE_DEVICE) return {};
  return TakeHostMemory(what, buffer, bytes, &operand->constant);
}

HostStatus TakeOutput(const std::string& what, const aclTensorDesc* desc, Operand* operand) {
  if (desc == nullptr) return NullArgument((what + "'s description").c_str());
  if (desc->placement != ACL_MEMTYPE_DEVICE)
    return {ACL_ERROR_FEATURE_UNSUPPORTED, what + ": an output in the host's memory"};
  operand->present = true;
  return TakeTensor(what, *desc, &operand->tensor);
}

}  // namespace aclprof
