/* C5: Init, whose result is not looked at, and Start before aclInit and aclrtSetDevice; nothing is destroyed. Many of these
 * run at once, below one directory. */
#include "client.h"

static aclprofConfig* config;

int main(void) {
  const char* base = getenv("CLIENT_BASE");
  uint32_t count = 0;
  aclrtStream stream = NULL;
  aclrtEvent event = NULL;
  MUST(aclrtGetDeviceCount(&count) == ACL_SUCCESS && count > 0);
  (void)InitAt(base != NULL ? base : "prof");
  config = ConfigOf(0, 1, 0x1AF);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  MUST(aclInit(NULL) == ACL_SUCCESS);
  MUST(aclrtSetDevice(0) == ACL_SUCCESS);
  MUST(aclrtCreateStream(&stream) == ACL_SUCCESS);
  MUST(aclrtCreateEvent(&event) == ACL_SUCCESS);
  WorkOn(stream);
  MUST(aclrtDestroyEvent(event) == ACL_SUCCESS);
  MUST(aclrtDestroyStream(stream) == ACL_SUCCESS);
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  CloseDevice(0);
  return 0;
}
