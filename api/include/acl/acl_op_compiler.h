/* acl_op_compiler.h: AscendCL's single operators that are compiled when called. C99 and C++.
 *
 * Names, signatures and values are the vendor's. Since 0.1.
 */
#ifndef ACLPROF_ACL_ACL_OP_COMPILER_H_
#define ACLPROF_ACL_ACL_OP_COMPILER_H_

#include "acl_base.h"
#include "acl_op.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum aclCompileType { ACL_COMPILE_SYS = 0, ACL_COMPILE_UNREGISTERED = 1 } aclopCompileType;

ACL_FUNC_VISIBILITY aclError aclopCompileAndExecute(
    const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
    const aclDataBuffer* const inputs[], int numOutputs, const aclTensorDesc* const outputDesc[],
    aclDataBuffer* const outputs[], const aclopAttr* attr, aclopEngineType engineType,
    aclopCompileType compileFlag, const char* opPath, aclrtStream stream);

#if defined(__cplusplus)
}
#endif

#endif /* ACLPROF_ACL_ACL_OP_COMPILER_H_ */
