// tensor_type.h: what a tensor holds: the type of its elements and its dimensions.
//
// Units    dims in elements; every dimension is known and at least 1, a scalar has none.
// Threads  a value type.
// Source   the numbers of ElementType are those of TensorProto.DataType in onnx.proto.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace aclprof {

enum class ElementType : uint8_t {
  kUndefined = 0,
  kFloat = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kBool = 9,
  kFloat16 = 10,
  kDouble = 11,
  kUint32 = 12,
  kUint64 = 13,
};

// 0 for a type that has no fixed size or that we don't know.
size_t BytesOf(ElementType type);
// "float", "int64": for messages.
const char* NameOf(ElementType type);

using Dims = std::vector<int64_t>;

struct TensorType {
  ElementType element = ElementType::kUndefined;
  Dims dims;

  int64_t Elements() const;  // CheckSize must have passed
  size_t Bytes() const { return static_cast<size_t>(Elements()) * BytesOf(element); }
  bool operator==(const TensorType&) const = default;
};

// Whether there are at most kMaxDims dimensions, each at least 1, and all bytes together at most kMaxTensorBytes; the
// message says which is not. kInvalidArgument for a negative one, kUnsupported for one of 0 and for too many,
// kResourceExhausted for too many bytes.
inline constexpr size_t kMaxDims = 12;
inline constexpr uint64_t kMaxTensorBytes = uint64_t{1} << 32;
Status CheckSize(const TensorType& type);
// The same of one dimension.
Status CheckDim(size_t dimension, int64_t size);
// "float[1,3,224,224]".
std::string ToString(const TensorType& type);

}  // namespace aclprof
