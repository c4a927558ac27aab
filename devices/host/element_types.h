// element_types.h: the types of a model's elements by their three names: the engine's, AscendCL's and the exports'.
//
// Threads  free functions.
#pragma once

#include "acl/acl_base.h"
#include "devices/models/tensor_type.h"

namespace aclprof {

// ACL_DT_UNDEFINED, kUndefined: there is no such type on the other side.
aclDataType AclTypeOf(ElementType element);
ElementType ElementOf(aclDataType type);
// "FLOAT", "INT64"; of a format "NCHW", "ND".
const char* ExportNameOf(ElementType element);
const char* ExportNameOf(aclFormat format);

}  // namespace aclprof
