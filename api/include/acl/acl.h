/* acl.h: AscendCL's process calls; brings the runtime, operator and model headers with it. C99 and
 * C++.
 *
 * Names, signatures and values are the vendor's. Since 0.1.
 */
#ifndef ACLPROF_ACL_ACL_H_
#define ACLPROF_ACL_ACL_H_

#include "acl_mdl.h"
#include "acl_op.h"
#include "acl_rt.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define ACL_MAJOR_VERSION 1
#define ACL_MINOR_VERSION 17
#define ACL_PATCH_VERSION 0

/* The first call of a program. configPath: a JSON file; NULL, "", an empty file and {} mean
 * defaults. A further call gives 100002 and counts one more reference. */
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

/* Releases everything, whatever the count; 100037 when not initialised. A run is complete once it
 * returned 0. */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/* One reference less; releases everything at 0. refCount (may be NULL): what is left. 100037 at 0
 * already. */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

/* The text of the calling thread's last error, which is then forgotten; NULL when there is none.
 * Only the text returned last is valid. */
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

#if defined(__cplusplus)
}
#endif

#endif /* ACLPROF_ACL_ACL_H_ */
