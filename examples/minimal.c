/* minimal.c: the shortest program that leaves a trace.
 *
 *   minimal [DIR]         writes below DIR, by default ./trace
 *
 * Afterwards:
 *   aclprof info DIR      what was collected, and whether anything was lost
 *   aclprof export DIR    timeline and tables, in mindstudio_profiler_output of the session
 */
#include <acl/acl.h>
#include <acl/acl_prof.h>
#include <string.h>

#include "check.h"

int main(int argc, char** argv) {
  const char* directory = argc > 1 ? argv[1] : "trace";
  uint32_t devices[] = {0};
  const size_t bytes = 1 << 20;
  aclprofConfig* config;
  aclrtStream stream;
  void* memory;

  CHECK(aclInit(NULL));
  CHECK(aclrtSetDevice(0));
  CHECK(aclrtCreateStream(&stream));
  CHECK(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_NORMAL_ONLY));

  /* Where to, what of, and go. */
  CHECK(aclprofInit(directory, strlen(directory)));
  config =
      aclprofCreateConfig(devices, 1, ACL_AICORE_NONE, NULL, ACL_PROF_ACL_API | ACL_PROF_TASK_TIME);
  if (config == NULL) return 1;
  CHECK(aclprofStart(config));

  /* The work to look at: launched here, run by the device's own thread. */
  CHECK(aclrtMemsetAsync(memory, bytes, 0, bytes, stream));
  CHECK(aclrtSynchronizeStream(stream));

  /* When Stop returns, everything is on disk. */
  CHECK(aclprofStop(config));
  CHECK(aclprofDestroyConfig(config));
  CHECK(aclprofFinalize());

  CHECK(aclrtFree(memory));
  CHECK(aclrtDestroyStream(stream));
  CHECK(aclrtResetDevice(0));
  CHECK(aclFinalize());
  return 0;
}
