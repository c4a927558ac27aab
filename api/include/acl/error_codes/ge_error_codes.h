/* ge_error_codes.h: error values of the model engine. C99 and C++; names and values are the
 * vendor's. */
#ifndef ACLPROF_ACL_ERROR_CODES_GE_ERROR_CODES_H_
#define ACLPROF_ACL_ERROR_CODES_GE_ERROR_CODES_H_

#include <stdint.h>

static const uint32_t ACL_ERROR_GE_PARAM_INVALID = 145000;
static const uint32_t ACL_ERROR_GE_EXEC_NOT_INIT = 145001;
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_PATH_INVALID = 145002;
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ID_INVALID = 145003;
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_DATA_SIZE_INVALID = 145006;
static const uint32_t ACL_ERROR_GE_EXEC_MODEL_ADDR_INVALID = 145007;
static const uint32_t ACL_ERROR_GE_EXEC_LOAD_MODEL_REPEATED = 145009;
static const uint32_t ACL_ERROR_GE_MEMORY_ALLOCATION = 245000;
static const uint32_t ACL_ERROR_GE_INTERNAL_ERROR = 545000;
static const uint32_t ACL_ERROR_GE_LOAD_MODEL = 545001;
static const uint32_t ACL_ERROR_GE_UNLOAD_MODEL = 545009;

#endif /* ACLPROF_ACL_ERROR_CODES_GE_ERROR_CODES_H_ */
