/* C7: a window is an Init, and for each device a Start while others run; a failed Start leaves Init usable, a failed Stop may
 * be tried again. The next window has another path. */
#include "client.h"

enum { DEVICES = 3 };

static void WorkOnAll(void) {
  int32_t device;
  for (device = 0; device < DEVICES; ++device) {
    MUST(aclrtSetDevice(device) == ACL_SUCCESS);
    Work();
    MUST(aclrtResetDevice(device) == ACL_SUCCESS);
  }
}

static void Window(void) {
  char path[4096], name[] = "windowXXXXXX";
  aclprofConfig* configs[DEVICES];
  uint32_t device;
  MUST(mkdtemp(name) != NULL && realpath(name, path) != NULL);
  MUST(InitAt(path) == ACL_SUCCESS);
  for (device = 0; device < DEVICES; ++device) {
    configs[device] = ConfigOf(device, 0xFF, 0x23);
    MUST(aclprofStart(configs[device]) == ACL_SUCCESS);
  }
  MUST(aclprofStart(configs[1]) == ACL_ERROR_PROF_ALREADY_RUN);
  WorkOnAll();
  for (device = 0; device < DEVICES; ++device) {
    MUST(aclprofStop(configs[device]) == ACL_SUCCESS);
    MUST(aclprofStop(configs[device]) != ACL_SUCCESS); /* tried again, and nothing comes of it */
    MUST(aclprofDestroyConfig(configs[device]) == ACL_SUCCESS);
  }
  MUST(aclprofFinalize() == ACL_SUCCESS);
}

/* A Start that fails is followed by Finalize. */
static void WindowThatFails(void) {
  uint32_t device = 9999;
  aclprofConfig* config = aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, NULL, 0x23);
  MUST(InitAt("refused") == ACL_SUCCESS);
  MUST(aclprofStart(config) != ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
}

int main(void) {
  MUST(aclInit(NULL) == ACL_SUCCESS);
  Window();
  WindowThatFails();
  Window();
  MUST(aclFinalize() == ACL_SUCCESS);
  return 0;
}
