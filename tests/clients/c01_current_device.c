/* C1: the profiler of a framework that takes any code but 0 for an exception, on the device that is current. */
#include "client.h"

int main(void) {
  int32_t device = -1;
  aclprofConfig* config;
  OpenDevice(1);
  MUST(InitAt("prof") == ACL_SUCCESS);
  MUST(aclrtGetDevice(&device) == ACL_SUCCESS && device == 1);
  config = ConfigOf((uint32_t)device, 0, 0x7);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  Work();
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  CloseDevice(1);
  return 0;
}
