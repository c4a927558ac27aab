// What acl_base.h declares and the host device does not do yet: the application's log. docs/not_yet.md lists it.

#include "acl/acl_base.h"

extern "C" {

// The text goes nowhere: the library has no log that an application may write to.
void aclAppLog(aclLogLevel, const char*, const char*, uint32_t, const char*, ...) {}

}  // extern "C"
