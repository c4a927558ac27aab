/* wrong_sequence.c: a second session is started on a device that is in a session already. It is refused with 100042,
 * and the first session goes on as if nothing had happened.
 *
 *   wrong_sequence [DIR]   writes below DIR, by default ./wrong_sequence_out; ends with 0 when the refusal came
 *
 * Afterwards there is one PROF_* directory, with devices 0 and 1; device 2 has none. (two_sessions.c does it right.)
 */
#include <acl/acl.h>
#include <acl/acl_prof.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

#define DEVICES 3
#define ROUNDS 100
#define BYTES (64 * 1024)

/* Fills memory of each device, ROUNDS times, on its default stream. */
static int Work(void) {
  void* memory;
  int32_t id;
  int round;
  for (id = 0; id < DEVICES; ++id) {
    CHECK(aclrtSetDevice(id));
    CHECK(aclrtMalloc(&memory, BYTES, ACL_MEM_MALLOC_NORMAL_ONLY));
    for (round = 0; round < ROUNDS; ++round)
      CHECK(aclrtMemsetAsync(memory, BYTES, round, BYTES, NULL));
    CHECK(aclrtSynchronizeDevice());
    CHECK(aclrtFree(memory));
    CHECK(aclrtResetDevice(id));
  }
  return 0;
}

int main(int argc, char** argv) {
  const char* directory = argc > 1 ? argv[1] : "wrong_sequence_out";
  const uint64_t what = ACL_PROF_ACL_API | ACL_PROF_TASK_TIME;
  uint32_t first[] = {0, 1};
  uint32_t second[] = {1, 2};
  aclprofConfig* running;
  aclprofConfig* refused;
  aclError answer;
  const char* reason;

  CHECK(aclInit(NULL));
  CHECK(aclprofInit(directory, strlen(directory)));
  running = aclprofCreateConfig(first, 2, ACL_AICORE_NONE, NULL, what);
  refused = aclprofCreateConfig(second, 2, ACL_AICORE_NONE, NULL, what);
  if (running == NULL || refused == NULL) return 1;

  CHECK(aclprofStart(running));
  if (Work() != 0) return 1;

  answer = aclprofStart(refused); /* the mistake: device 1 is still in the first session */
  reason = aclGetRecentErrMsg();
  printf("second aclprofStart: %d: %s\n", answer, reason != NULL ? reason : "");

  if (Work() != 0) return 1; /* recorded on devices 0 and 1, as before */
  CHECK(aclprofStop(running));

  CHECK(aclprofDestroyConfig(refused));
  CHECK(aclprofDestroyConfig(running));
  CHECK(aclprofFinalize());
  CHECK(aclFinalize());
  return answer == ACL_ERROR_PROF_ALREADY_RUN ? 0 : 1;
}
