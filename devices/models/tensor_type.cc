#include "devices/models/tensor_type.h"

namespace aclprof {
namespace {

struct ElementFacts {
  const char* name;
  size_t bytes;
};

ElementFacts FactsOf(ElementType type) {
  switch (type) {
    case ElementType::kFloat:
      return {"float", 4};
    case ElementType::kUint8:
      return {"uint8", 1};
    case ElementType::kInt8:
      return {"int8", 1};
    case ElementType::kUint16:
      return {"uint16", 2};
    case ElementType::kInt16:
      return {"int16", 2};
    case ElementType::kInt32:
      return {"int32", 4};
    case ElementType::kInt64:
      return {"int64", 8};
    case ElementType::kBool:
      return {"bool", 1};
    case ElementType::kFloat16:
      return {"float16", 2};
    case ElementType::kDouble:
      return {"double", 8};
    case ElementType::kUint32:
      return {"uint32", 4};
    case ElementType::kUint64:
      return {"uint64", 8};
    case ElementType::kUndefined:
      break;
  }
  return {"undefined", 0};
}

Status CheckDims(const Dims& dims) {
  if (dims.size() > kMaxDims)
    return Status(StatusCode::kUnsupported, "it has " + std::to_string(dims.size()) +
                                                " dimensions, more than " +
                                                std::to_string(kMaxDims));
  for (size_t i = 0; i < dims.size(); ++i) {
    if (Status good = CheckDim(i, dims[i]); !good.ok()) return good;
  }
  return Status();
}

}  // namespace

size_t BytesOf(ElementType type) { return FactsOf(type).bytes; }

const char* NameOf(ElementType type) { return FactsOf(type).name; }

int64_t TensorType::Elements() const {
  int64_t elements = 1;
  for (int64_t dim : dims) elements *= dim;
  return elements;
}

Status CheckDim(size_t dimension, int64_t size) {
  if (size > 0) return Status();
  const std::string which = "dimension " + std::to_string(dimension) + " is ";
  if (size < 0) return Status(StatusCode::kInvalidArgument, which + std::to_string(size));
  return Status(StatusCode::kUnsupported, which + "0, and tensors without elements are not taken");
}

Status CheckSize(const TensorType& type) {
  if (BytesOf(type.element) == 0)
    return Status(StatusCode::kUnsupported, "its elements have no type that is taken");
  if (Status status = CheckDims(type.dims); !status.ok()) return status;
  uint64_t left = kMaxTensorBytes / BytesOf(type.element);
  for (int64_t dim : type.dims) {
    left /= static_cast<uint64_t>(dim);
    if (left == 0)
      return Status(StatusCode::kResourceExhausted,
                    ToString(type) + " is more than " + std::to_string(kMaxTensorBytes) + " bytes");
  }
  return Status();
}

std::string ToString(const TensorType& type) {
  std::string text = NameOf(type.element);
  text += '[';
  for (size_t i = 0; i < type.dims.size(); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(type.dims[i]);
  }
  return text + ']';
}

}  // namespace aclprof
