/* C19: a profiler of stages: a new directory each, synchronised before and after; the clean-up calls each function once, in
 * order, after an error too, and nothing is begun below a profiler of the whole process. */
#include "client.h"

static aclprofConfig* config;

static int CleanUp(void) {
  int failed = 0;
  failed += aclprofStop(config) != ACL_SUCCESS;
  failed += aclprofDestroyConfig(config) != ACL_SUCCESS;
  failed += aclprofFinalize() != ACL_SUCCESS;
  return failed;
}

static void Begin(const char* path, int metrics) {
  MakeDirectory(path);
  MUST(InitAt(path) == ACL_SUCCESS);
  config = ConfigOf(0, metrics, 0x7);
  MUST(aclrtSynchronizeDevice() == ACL_SUCCESS);
  MUST(aclprofStart(config) == ACL_SUCCESS);
}

static void Stage(const char* path, int metrics) {
  Begin(path, metrics);
  Work();
  MUST(aclrtSynchronizeDevice() == ACL_SUCCESS);
  MUST(CleanUp() == 0);
}

int main(void) {
  OpenDevice(0);
  Stage("stage1", 1);
  Stage("stage2", 2);
  Stage("stage5", 5);
  Begin("stage_that_stops_early", 1);
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(CleanUp() == 1); /* Stop alone has nothing left to do */
  Begin("whole_process", 1);
  MUST(InitAt("below") != ACL_SUCCESS); /* so the stage refuses to run */
  MUST(CleanUp() == 0);
  CloseDevice(0);
  return 0;
}
