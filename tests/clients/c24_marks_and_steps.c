/* C24: the order of calls of the vendor's sample of marks: all stamps made first and destroyed last. (Its other samples are
 * in client_sequences_test and subscription_test.) */
#include "client.h"

enum { STAMPS = 4 };

static void Message(void* stamp, const char* text) {
  MUST(stamp != NULL);
  MUST(aclprofSetStampTraceMessage(stamp, text, (uint32_t)strlen(text)) == ACL_SUCCESS);
}

static void Marks(void** stamps) {
  uint32_t range = 0;
  MUST(aclprofMark(stamps[0]) == ACL_SUCCESS);
  MUST(aclprofPush(stamps[1]) == ACL_SUCCESS);
  MUST(aclprofRangeStart(stamps[2], &range) == ACL_SUCCESS);
  Work();
  MUST(aclprofRangeStop(range) == ACL_SUCCESS);
  MUST(aclprofPush(stamps[3]) == ACL_SUCCESS);
  MUST(aclprofPop() == ACL_SUCCESS);
  MUST(aclprofMark(stamps[0]) == ACL_SUCCESS);
  MUST(aclprofPop() == ACL_SUCCESS);
}

int main(void) {
  static const char* const texts[STAMPS] = {"model_mark", "outer", "range", "inner"};
  void* stamps[STAMPS];
  aclprofConfig* config;
  aclprofStepInfo* step;
  aclrtStream stream = NULL;
  int i;
  OpenDevice(0);
  MUST(aclrtCreateStream(&stream) == ACL_SUCCESS);
  MUST(InitAt("./output") == ACL_SUCCESS);
  config = ConfigOf(0, 0, 0x1BF);
  MUST(Set(ACL_PROF_SYS_HARDWARE_MEM_FREQ, "15") == ACL_SUCCESS);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  step = aclprofCreateStepInfo();
  MUST(step != NULL);
  for (i = 0; i < STAMPS; ++i) Message(stamps[i] = aclprofCreateStamp(), texts[i]);
  MUST(aclprofGetStepTimestamp(step, ACL_STEP_START, stream) == ACL_SUCCESS);
  Marks(stamps);
  MUST(aclprofGetStepTimestamp(step, ACL_STEP_END, stream) == ACL_SUCCESS);
  for (i = 0; i < STAMPS; ++i) aclprofDestroyStamp(stamps[i]);
  aclprofDestroyStepInfo(step);
  MUST(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  MUST(aclrtDestroyStream(stream) == ACL_SUCCESS);
  MUST(aclrtResetDeviceForce(0) == ACL_SUCCESS);
  MUST(aclFinalize() == ACL_SUCCESS);
  return 0;
}
