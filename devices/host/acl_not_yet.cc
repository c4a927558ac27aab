// What acl_op.h, acl_op_compiler.h and acl_base.h declare and the host device does not do yet: single
// operators, the application's log. Each call leaves a text and returns its failure value; docs/not_yet.md lists them.

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "devices/host/api_call.h"

namespace {

// Records the call, leaves its text and gives `failed`.
template <typename Value>
Value NotYet(const aclprof::ApiName& name, Value failed) {
  const aclprof::ApiCall call(name);
  (void)aclprof::Answer(call, {ACL_ERROR_FEATURE_UNSUPPORTED, "not implemented yet"});
  return failed;
}

}  // namespace

// One function: what it returns, its name, its parameters, its failure value.
#define NOT_YET(Result, function, parameters, failed) \
  Result function parameters {                        \
    static const aclprof::ApiName name(#function);    \
    return NotYet<Result>(name, failed);              \
  }
#define NOT_YET_ERROR(function, parameters) \
  NOT_YET(aclError, function, parameters, ACL_ERROR_FEATURE_UNSUPPORTED)

using Tensors = const aclTensorDesc* const[];
using Buffers = const aclDataBuffer* const[];
using OutputBuffers = aclDataBuffer* const[];

extern "C" {

NOT_YET(aclopAttr*, aclopCreateAttr, (void), nullptr)
void aclopDestroyAttr(const aclopAttr*) {}
NOT_YET_ERROR(aclopSetAttrBool, (aclopAttr*, const char*, uint8_t))
NOT_YET_ERROR(aclopSetAttrInt, (aclopAttr*, const char*, int64_t))
NOT_YET_ERROR(aclopSetAttrFloat, (aclopAttr*, const char*, float))
NOT_YET_ERROR(aclopSetAttrString, (aclopAttr*, const char*, const char*))
NOT_YET_ERROR(aclopSetAttrListInt, (aclopAttr*, const char*, int, const int64_t*))
NOT_YET_ERROR(aclopSetAttrListFloat, (aclopAttr*, const char*, int, const float*))
NOT_YET_ERROR(aclopSetModelDir, (const char*))
NOT_YET_ERROR(aclopExecute, (const char*, int, Tensors, Buffers, int, Tensors, OutputBuffers,
                             const aclopAttr*, aclrtStream))
NOT_YET_ERROR(aclopExecuteV2, (const char*, int, aclTensorDesc*[], aclDataBuffer*[], int,
                               aclTensorDesc*[], aclDataBuffer*[], aclopAttr*, aclrtStream))
NOT_YET_ERROR(aclopCompileAndExecute,
              (const char*, int, Tensors, Buffers, int, Tensors, OutputBuffers, const aclopAttr*,
               aclopEngineType, aclopCompileType, const char*, aclrtStream))

// The text goes nowhere: the library has no log that an application may write to.
void aclAppLog(aclLogLevel, const char*, const char*, uint32_t, const char*, ...) {}

}  // extern "C"
