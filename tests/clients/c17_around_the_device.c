/* C17: Start before SetDevice, Stop after ResetDevice. */
#include "client.h"

int main(void) {
  aclprofConfig* config;
  aclrtContext context = NULL;
  aclrtStream stream = NULL;
  MUST(aclInit(NULL) == ACL_SUCCESS);
  MUST(InitAt("prof") == ACL_SUCCESS);
  config = ConfigOf(0, 1, 0x7);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  MUST(aclrtSetDevice(0) == ACL_SUCCESS);
  MUST(aclrtCreateContext(&context, 0) == ACL_SUCCESS);
  MUST(aclrtCreateStream(&stream) == ACL_SUCCESS);
  WorkOn(stream);
  MUST(aclrtDestroyStream(stream) == ACL_SUCCESS);
  MUST(aclrtDestroyContext(context) == ACL_SUCCESS);
  MUST(aclrtResetDevice(0) == ACL_SUCCESS);
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  MUST(aclFinalize() == ACL_SUCCESS);
  return 0;
}
