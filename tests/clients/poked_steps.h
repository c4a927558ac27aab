/* poked_steps.h: a training framework that writes into the opaque step and passes tags of its own; one configuration for
 * several sessions. C11 and C12 differ in what they ask of the memory's sampling. */
#ifndef ACLPROF_TESTS_CLIENTS_POKED_STEPS_H_
#define ACLPROF_TESTS_CLIENTS_POKED_STEPS_H_

#include "client.h"

enum { FIRST_TAG = 60000, LAST_TAG = 60001, SESSIONS = 2, STEPS = 3 };

/* What it knows of the layout of a step. */
typedef struct StepLayout {
  unsigned char start_flag;
  unsigned char end_flag;
  uint64_t index;
} StepLayout;

static inline void Step(uint64_t index, aclrtStream stream) {
  aclprofStepInfo* step = aclprofCreateStepInfo();
  MUST(step != NULL);
  ((StepLayout*)step)->index = index;
  MUST(aclprofGetStepTimestamp(step, (aclprofStepTag)FIRST_TAG, stream) == ACL_SUCCESS);
  WorkOn(stream);
  aclprofDestroyStepInfo(step);
  step = aclprofCreateStepInfo();
  MUST(step != NULL);
  ((StepLayout*)step)->index = index;
  MUST(aclprofGetStepTimestamp(step, (aclprofStepTag)LAST_TAG, stream) == ACL_SUCCESS);
  aclprofDestroyStepInfo(step);
}

static inline int RunPokedSteps(const char* memory_frequency) {
  aclprofConfig* config;
  aclrtStream stream = NULL;
  int session, step;
  OpenDevice(0);
  MUST(InitAt("prof") == ACL_SUCCESS);
  MUST(Set(ACL_PROF_SYS_HARDWARE_MEM_FREQ, memory_frequency) == ACL_SUCCESS);
  MUST(Set(ACL_PROF_SYS_IO_FREQ, "100") == ACL_SUCCESS);
  MUST(Set(ACL_PROF_SYS_INTERCONNECTION_FREQ, "50") == ACL_SUCCESS);
  config = ConfigOf(0, 1, 0x12F | 0x80);
  MUST(Set(ACL_PROF_HOST_SYS, "cpu,mem") == ACL_SUCCESS);
  MUST(aclrtCreateStream(&stream) == ACL_SUCCESS);
  for (session = 0; session < SESSIONS; ++session) {
    MUST(aclprofStart(config) == ACL_SUCCESS);
    for (step = 0; step < STEPS; ++step) Step((uint64_t)step + 7, stream);
    MUST(aclrtSynchronizeDevice() == ACL_SUCCESS);
    MUST(aclprofStop(config) == ACL_SUCCESS);
  }
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  MUST(InitAt("prof") == ACL_SUCCESS); /* and never started */
  MUST(aclprofFinalize() == ACL_SUCCESS);
  MUST(aclrtDestroyStream(stream) == ACL_SUCCESS);
  CloseDevice(0);
  return 0;
}

#endif /* ACLPROF_TESTS_CLIENTS_POKED_STEPS_H_ */
