// acl_data.h: what the opaque data descriptions of acl/acl_base.h hold.
//
// Threads  one at a time for an object, as the application sees to.
#pragma once

#include <string>
#include <vector>

#include "acl/acl_base.h"

struct aclDataBuffer {
  void* data;
  size_t size;
};

struct aclTensorDesc {
  aclDataType type;
  aclFormat format;
  std::vector<int64_t> dims;
  std::string name;
  std::vector<unsigned char> constant;  // of aclSetTensorConst; empty: none
  aclMemType placement;
};
