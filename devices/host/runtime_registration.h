// runtime_registration.h: the host runtime's entry in aclprof (aclprof/runtime.h). It is made when the library is
// loaded, so that aclprofCreateConfig knows the devices before aclInit.
#pragma once

namespace aclprof {

// Does nothing when a runtime is registered already.
void RegisterHostRuntime();

}  // namespace aclprof
