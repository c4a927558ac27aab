/* C8: a service profiler that is switched on and off through a file: many short sessions; sampling is asked for with any
 * text, the empty one too, and what SetConfig answers is not looked at. */
#include "client.h"

static void Window(const char* what, uint64_t mask) {
  aclprofConfig* config;
  void* stamp;
  MUST(InitAt("prof") == ACL_SUCCESS);
  config = ConfigOf(0, 0xFF, mask);
  (void)Set(ACL_PROF_HOST_SYS, what);
  (void)Set(ACL_PROF_HOST_SYS_USAGE, what);
  (void)Set(ACL_PROF_HOST_SYS_USAGE_FREQ, "10");
  MUST(aclprofStart(config) == ACL_SUCCESS);
  stamp = aclprofCreateStamp();
  MUST(aclprofSetStampTraceMessage(stamp, "request", 7) == ACL_SUCCESS);
  MUST(aclprofMark(stamp) == ACL_SUCCESS);
  aclprofDestroyStamp(stamp);
  Work();
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
}

int main(void) {
  static const char* const samplings[] = {"cpu,mem", "cpu", "mem", ""};
  int window;
  if (aclInit("no/such/acl.json") != ACL_SUCCESS) fprintf(stderr, "aclInit failed, as it may\n");
  MUST(aclInit(NULL) == ACL_SUCCESS);
  MUST(aclrtSetDevice(0) == ACL_SUCCESS);
  for (window = 0; window < 200; ++window)
    Window(samplings[window % 4], window % 2 == 0 ? 0x880 : 0x80);
  CloseDevice(0);
  return 0;
}
