/* C23: a collector for a simulator that asks for counters and task times, without API calls. */
#include "client.h"

int main(void) {
  aclprofConfig* config;
  OpenDevice(0);
  MUST(InitAt("prof") == ACL_SUCCESS);
  config = ConfigOf(0, 1, 0x6);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  Work();
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  CloseDevice(0);
  return 0;
}
