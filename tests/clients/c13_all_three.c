/* C13: Init, CreateConfig and Start, whatever the ones before them return; an empty path is an error. */
#include "client.h"

static aclError Begin(const char* path, aclprofConfig** config, uint64_t mask) {
  uint32_t device = 0;
  const aclError inited = InitAt(path);
  aclError started;
  *config = aclprofCreateConfig(&device, 1, ACL_AICORE_PIPE_UTILIZATION, NULL, mask);
  started = aclprofStart(*config);
  return inited != ACL_SUCCESS ? inited : started;
}

static aclError End(aclprofConfig* config) {
  const aclError stopped = aclprofStop(config);
  const aclError destroyed = aclprofDestroyConfig(config);
  const aclError finalized = aclprofFinalize();
  return stopped != ACL_SUCCESS ? stopped : destroyed != ACL_SUCCESS ? destroyed : finalized;
}

int main(void) {
  static const uint64_t levels[] = {0x801, 0x27, 0x12F};
  aclprofConfig* config = NULL;
  int level;
  OpenDevice(0);
  MUST(Begin("", &config, levels[0]) != ACL_SUCCESS);
  MUST(End(config) != ACL_SUCCESS);
  for (level = 0; level < 3; ++level) {
    MUST(Begin("./", &config, levels[level]) == ACL_SUCCESS);
    Work();
    MUST(End(config) == ACL_SUCCESS);
  }
  CloseDevice(0);
  return 0;
}
