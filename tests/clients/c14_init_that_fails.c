/* C14: Init with an empty path fails and is not looked at; every later call answers with a code and the program goes on. */
#include "client.h"

int main(void) {
  aclprofConfig* config;
  OpenDevice(0);
  MUST(aclprofInit("", 0) != ACL_SUCCESS);
  MUST(Set(ACL_PROF_SYS_HARDWARE_MEM_FREQ, "50") != ACL_SUCCESS);
  config = ConfigOf(0, 1, 0x112F);
  MUST(aclprofStart(config) != ACL_SUCCESS);
  MUST(aclrtSynchronizeDevice() == ACL_SUCCESS);
  Work();
  MUST(aclprofStop(config) != ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() != ACL_SUCCESS);
  CloseDevice(0);
  return 0;
}
