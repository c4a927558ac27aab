/* C2: a new directory from mkdtemp, by a relative path, for each trace; configurations are never destroyed. */
#include "client.h"

static aclprofConfig* configs[3];

int main(void) {
  int trace;
  OpenDevice(0);
  MakeDirectory("tmp");
  MakeDirectory("tmp/aclprof");
  for (trace = 0; trace < 3; ++trace) {
    char path[] = "./tmp/aclprof/XXXXXX";
    int32_t device = -1;
    MUST(mkdtemp(path) != NULL);
    MUST(InitAt(path) == ACL_SUCCESS);
    MUST(aclrtSynchronizeDevice() == ACL_SUCCESS);
    MUST(aclrtGetDevice(&device) == ACL_SUCCESS);
    configs[trace] = ConfigOf((uint32_t)device, 1, 0x1AF);
    MUST(aclprofStart(configs[trace]) == ACL_SUCCESS);
    Work();
    MUST(aclrtSynchronizeDevice() == ACL_SUCCESS);
    MUST(aclprofStop(configs[trace]) == ACL_SUCCESS);
    MUST(aclprofFinalize() == ACL_SUCCESS);
  }
  CloseDevice(0);
  return 0;
}
