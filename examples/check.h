/* check.h: what the examples do about a call that fails: print it with its text, and return 1 from the function. */
#ifndef ACLPROF_EXAMPLES_CHECK_H_
#define ACLPROF_EXAMPLES_CHECK_H_

#include <acl/acl.h>
#include <stdio.h>

/* Every AscendCL call answers 0, or an error value whose text aclGetRecentErrMsg has. */
#define CHECK(call)                                                            \
  do {                                                                         \
    const aclError error = (call);                                             \
    if (error != ACL_SUCCESS) {                                                \
      const char* text = aclGetRecentErrMsg();                                 \
      fprintf(stderr, "%s: %d: %s\n", #call, error, text != NULL ? text : ""); \
      return 1;                                                                \
    }                                                                          \
  } while (0)

#endif /* ACLPROF_EXAMPLES_CHECK_H_ */
