// The data descriptions of acl/acl_base.h: buffers, tensors, values.

#include "devices/host/acl_data.h"

#include <optional>
#include <string>
#include <vector>

#include "devices/host/api_call.h"
#include "devices/host/described.h"
#include "devices/host/float16.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::Created;
using aclprof::Described;
using aclprof::HostStatus;
using aclprof::NullArgument;
using aclprof::Traced;

namespace {

size_t SizeOf(aclDataType type) {
  switch (type) {
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_BOOL:
      return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
      return 4;
    case ACL_DOUBLE:
    case ACL_INT64:
    case ACL_UINT64:
    case ACL_COMPLEX64:
      return 8;
    case ACL_COMPLEX128:
      return 16;
    default:
      return 0;
  }
}

// nullopt: a dimension is not known yet, or there are too many elements to count.
std::optional<size_t> ElementsOf(const aclTensorDesc& desc) {
  size_t elements = 1;
  for (const int64_t dim : desc.dims)
    if (dim < 0 || __builtin_mul_overflow(elements, static_cast<size_t>(dim), &elements))
      return std::nullopt;
  return elements;
}

size_t BytesOf(const aclTensorDesc& desc) {
  size_t bytes = 0;
  const std::optional<size_t> elements = ElementsOf(desc);
  return elements.has_value() && !__builtin_mul_overflow(*elements, SizeOf(desc.type), &bytes)
             ? bytes
             : 0;
}

}  // namespace

extern "C" {

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) {
  static const ApiName name(__func__);
  return Created(name, [&] { return new aclDataBuffer{data, size}; });
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (dataBuffer == nullptr) return NullArgument("dataBuffer");
    delete dataBuffer;
    return HostStatus();
  });
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (dataBuffer == nullptr) return NullArgument("dataBuffer");
    *dataBuffer = {data, size};
    return HostStatus();
  });
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
  static const ApiName name(__func__);
  return Described<void*>(name, dataBuffer, nullptr,
                          [](const auto& buffer) { return buffer.data; });
}

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) {
  static const ApiName name(__func__);
  return Described<uint32_t>(name, dataBuffer, 0,
                             [](const auto& buffer) { return static_cast<uint32_t>(buffer.size); });
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
  static const ApiName name(__func__);
  return Described<size_t>(name, dataBuffer, 0, [](const auto& buffer) { return buffer.size; });
}

aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims, const int64_t* dims,
                                   aclFormat format) {
  static const ApiName name(__func__);
  return Created(name, [&]() -> aclTensorDesc* {
    if (numDims < 0 || (numDims > 0 && dims == nullptr)) {
      aclprof::LeaveErrorText("aclCreateTensorDesc", ACL_ERROR_INVALID_PARAM,
                              "numDims is below 0, or dims is NULL");
      return nullptr;
    }
    return new aclTensorDesc{dataType, format, std::vector<int64_t>(dims, dims + numDims),
                             {},       {},     {}};
  });
}

void aclDestroyTensorDesc(const aclTensorDesc* desc) {
  static const ApiName name(__func__);
  const ApiCall call(name);
  delete desc;
}

aclDataType aclGetTensorDescType(const aclTensorDesc* desc) {
  static const ApiName name(__func__);
  return Described(name, desc, ACL_DT_UNDEFINED, [](const auto& tensor) { return tensor.type; });
}

aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc) {
  static const ApiName name(__func__);
  return Described(name, desc, ACL_FORMAT_UNDEFINED,
                   [](const auto& tensor) { return tensor.format; });
}

size_t aclGetTensorDescSize(const aclTensorDesc* desc) {
  static const ApiName name(__func__);
  return Described<size_t>(name, desc, 0, [](const auto& tensor) { return BytesOf(tensor); });
}

size_t aclGetTensorDescElementCount(const aclTensorDesc* desc) {
  static const ApiName name(__func__);
  return Described<size_t>(name, desc, 0,
                           [](const auto& tensor) { return ElementsOf(tensor).value_or(0); });
}

size_t aclGetTensorDescNumDims(const aclTensorDesc* desc) {
  static const ApiName name(__func__);
  return Described<size_t>(name, desc, 0, [](const auto& tensor) { return tensor.dims.size(); });
}

int64_t aclGetTensorDescDim(const aclTensorDesc* desc, size_t index) {
  static const ApiName name(__func__);
  return Described<int64_t>(name, desc, -1, [index](const auto& tensor) {
    return index < tensor.dims.size() ? tensor.dims[index] : int64_t{-1};
  });
}

aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index, int64_t* dimSize) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (desc == nullptr) return NullArgument("desc");
    if (dimSize == nullptr) return NullArgument("dimSize");
    if (index >= desc->dims.size())
      return HostStatus(ACL_ERROR_INVALID_PARAM, "there is no dimension " + std::to_string(index));
    *dimSize = desc->dims[index];
    return HostStatus();
  });
}

void aclSetTensorDescName(aclTensorDesc* desc, const char* name) {
  static const ApiName api_name(__func__);
  (void)Traced(api_name, [&](ApiCall&) {
    if (desc == nullptr) return NullArgument("desc");
    desc->name = name != nullptr ? name : "";
    return HostStatus();
  });
}

const char* aclGetTensorDescName(aclTensorDesc* desc) {
  static const ApiName name(__func__);
  return Described<const char*>(name, desc, "",
                                [](const auto& tensor) { return tensor.name.c_str(); });
}

aclError aclSetTensorConst(aclTensorDesc* desc, void* dataBuffer, size_t length) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (desc == nullptr) return NullArgument("desc");
    if (dataBuffer == nullptr) return NullArgument("dataBuffer");
    if (length == 0) return HostStatus(ACL_ERROR_INVALID_PARAM, "length is 0");
    const auto* bytes = static_cast<const unsigned char*>(dataBuffer);
    desc->constant.assign(bytes, bytes + length);
    return HostStatus();
  });
}

aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (desc == nullptr) return NullArgument("desc");
    if (memType < ACL_MEMTYPE_DEVICE || memType > ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT)
      return HostStatus(ACL_ERROR_INVALID_PARAM, "memType is not an aclMemType");
    desc->placement = memType;
    return HostStatus();
  });
}

size_t aclDataTypeSize(aclDataType dataType) {
  static const ApiName name(__func__);
  const ApiCall call(name);
  return SizeOf(dataType);
}

float aclFloat16ToFloat(aclFloat16 value) {
  static const ApiName name(__func__);
  const ApiCall call(name);
  return aclprof::FloatOfHalf(value);
}

aclFloat16 aclFloatToFloat16(float value) {
  static const ApiName name(__func__);
  const ApiCall call(name);
  return aclprof::HalfOfFloat(value);
}

}  // extern "C"
