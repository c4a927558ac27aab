/* C3: a stamp with a tag name and a message around each operator; a failure's text is asked for. */
#include <dlfcn.h>

#include "client.h"

typedef int32_t (*SetTagName)(void*, const char*, uint16_t);

int main(void) {
  const SetTagName set_tag_name = (SetTagName)dlsym(RTLD_DEFAULT, "aclprofSetStampTagName");
  aclprofConfig* config;
  int op;
  MUST(set_tag_name != NULL);
  OpenDevice(0);
  MUST(InitAt("prof") == ACL_SUCCESS);
  config = ConfigOf(0, 0xFF, ACL_PROF_MSPROFTX | ACL_PROF_TASK_TIME);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  for (op = 0; op < 50; ++op) {
    char name[32];
    uint32_t range = 0;
    void* stamp = aclprofCreateStamp();
    MUST(stamp != NULL);
    snprintf(name, sizeof(name), "op_%d", op);
    MUST(set_tag_name(stamp, name, (uint16_t)strlen(name)) == 0);
    MUST(aclprofSetStampTraceMessage(stamp, name, (uint32_t)strlen(name)) == ACL_SUCCESS);
    MUST(aclprofRangeStart(stamp, &range) == ACL_SUCCESS);
    if (op == 0) Work();
    MUST(aclprofRangeStop(range) == ACL_SUCCESS);
    aclprofDestroyStamp(stamp);
  }
  MUST(aclprofRangeStop(12345) != ACL_SUCCESS);
  if (aclGetRecentErrMsg() != NULL) fprintf(stderr, "a range that is none, as it may be\n");
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  CloseDevice(0);
  return 0;
}
