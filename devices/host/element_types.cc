#include "devices/host/element_types.h"

namespace aclprof {
namespace {

struct TypeNames {
  ElementType element;
  aclDataType type;
  const char* name;
};

constexpr TypeNames kTypes[] = {
    {ElementType::kFloat, ACL_FLOAT, "FLOAT"},    {ElementType::kFloat16, ACL_FLOAT16, "FLOAT16"},
    {ElementType::kInt8, ACL_INT8, "INT8"},       {ElementType::kInt32, ACL_INT32, "INT32"},
    {ElementType::kUint8, ACL_UINT8, "UINT8"},    {ElementType::kInt16, ACL_INT16, "INT16"},
    {ElementType::kUint16, ACL_UINT16, "UINT16"}, {ElementType::kUint32, ACL_UINT32, "UINT32"},
    {ElementType::kInt64, ACL_INT64, "INT64"},    {ElementType::kUint64, ACL_UINT64, "UINT64"},
    {ElementType::kDouble, ACL_DOUBLE, "DOUBLE"}, {ElementType::kBool, ACL_BOOL, "BOOL"},
};

struct FormatName {
  aclFormat format;
  const char* name;
};

constexpr FormatName kFormats[] = {
    {ACL_FORMAT_NCHW, "NCHW"},   {ACL_FORMAT_NHWC, "NHWC"},   {ACL_FORMAT_ND, "ND"},
    {ACL_FORMAT_HWCN, "HWCN"},   {ACL_FORMAT_NC, "NC"},       {ACL_FORMAT_NCL, "NCL"},
    {ACL_FORMAT_NCDHW, "NCDHW"}, {ACL_FORMAT_NDHWC, "NDHWC"},
};

}  // namespace

aclDataType AclTypeOf(ElementType element) {
  for (const TypeNames& names : kTypes)
    if (names.element == element) return names.type;
  return ACL_DT_UNDEFINED;
}

ElementType ElementOf(aclDataType type) {
  for (const TypeNames& names : kTypes)
    if (names.type == type) return names.element;
  return ElementType::kUndefined;
}

const char* ExportNameOf(ElementType element) {
  for (const TypeNames& names : kTypes)
    if (names.element == element) return names.name;
  return "UNDEFINED";
}

const char* ExportNameOf(aclFormat format) {
  for (const FormatName& known : kFormats)
    if (known.format == format) return known.name;
  return "UNDEFINED";
}

}  // namespace aclprof
