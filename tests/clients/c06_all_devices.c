/* C6: repeated aclInit and Init are taken for fine, a refused SetConfig is not noticed; all devices. */
#include "client.h"

int main(void) {
  uint32_t devices[64], count = 0, i;
  aclprofConfig* config;
  MUST(aclInit(NULL) == ACL_SUCCESS);
  MUST(aclInit(NULL) == ACL_ERROR_REPEAT_INITIALIZE);
  MUST(aclrtGetDeviceCount(&count) == ACL_SUCCESS && count > 1 && count <= 64);
  MUST(InitAt("prof") == ACL_SUCCESS);
  MUST(InitAt("prof") == ACL_ERROR_REPEAT_INITIALIZE);
  MUST(Set(ACL_PROF_STORAGE_LIMIT, "500") != ACL_SUCCESS); /* without its unit */
  for (i = 0; i < count; ++i) devices[i] = i;
  config = aclprofCreateConfig(devices, count, ACL_AICORE_NONE, NULL,
                               ACL_PROF_ACL_API | ACL_PROF_TASK_TIME | ACL_PROF_RUNTIME_API);
  MUST(config != NULL);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  for (i = 0; i < count; ++i) {
    MUST(aclrtSetDevice((int32_t)i) == ACL_SUCCESS);
    Work();
    MUST(aclrtResetDevice((int32_t)i) == ACL_SUCCESS);
  }
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  MUST(aclFinalize() == ACL_SUCCESS);
  return 0;
}
