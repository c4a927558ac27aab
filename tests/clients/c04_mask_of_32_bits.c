/* C4: a launcher that looks at device, context and count first, and holds its mask in 32 bits. */
#include "client.h"

int main(void) {
  const uint32_t mask = 0x107;
  int32_t device = -1;
  uint32_t count = 0;
  aclrtContext context = NULL;
  aclprofConfig* config;
  MUST(aclInit(NULL) == ACL_SUCCESS);
  MUST(aclrtGetDevice(&device) != ACL_SUCCESS); /* none is set yet: it takes the first */
  device = 0;
  MUST(aclrtSetDevice(device) == ACL_SUCCESS);
  MUST(aclrtGetCurrentContext(&context) == ACL_SUCCESS && context != NULL);
  MUST(aclrtGetDeviceCount(&count) == ACL_SUCCESS && count > 0);
  MUST(InitAt("prof") == ACL_SUCCESS);
  config = ConfigOf((uint32_t)device, 1, mask);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  Work();
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  CloseDevice(device);
  return 0;
}
