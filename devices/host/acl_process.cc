// The process calls of acl/acl.h, and what acl_rt.h says of the platform.

#include "acl/acl.h"
#include "aclprof/runtime.h"
#include "devices/host/api_call.h"
#include "devices/host/host_process.h"

using aclprof::ApiCall;
using aclprof::ApiName;
using aclprof::HostProcess;
using aclprof::HostStatus;
using aclprof::NullArgument;
using aclprof::Traced;

extern "C" {

aclError aclInit(const char* configPath) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return HostProcess::Get().Init(configPath); });
}

aclError aclFinalize(void) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return HostProcess::Get().Finalize(); });
}

aclError aclFinalizeReference(uint64_t* refCount) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) { return HostProcess::Get().FinalizeReference(refCount); });
}

const char* aclGetRecentErrMsg(void) {
  static const ApiName name(__func__);
  const ApiCall call(name);
  return aclprofx_last_error();
}

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (majorVersion == nullptr) return NullArgument("majorVersion");
    if (minorVersion == nullptr) return NullArgument("minorVersion");
    if (patchVersion == nullptr) return NullArgument("patchVersion");
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
    return HostStatus();
  });
}

const char* aclrtGetSocName(void) {
  static const ApiName name(__func__);
  const ApiCall call(name);
  return "host-cpu";
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
  static const ApiName name(__func__);
  return Traced(name, [&](ApiCall&) {
    if (runMode == nullptr) return NullArgument("runMode");
    *runMode = ACL_HOST;
    return HostStatus();
  });
}

}  // extern "C"
