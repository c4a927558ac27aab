/* session_steps.h: what every program here does: a session on the host alone, and records of this thread.
 *
 * Each program takes the base directory as its argument and ends with the line of the first step that failed.
 */
#ifndef ACLPROF_TESTS_PROCESS_SESSION_STEPS_H_
#define ACLPROF_TESTS_PROCESS_SESSION_STEPS_H_

#include <acl/acl_prof.h>
#include <aclprof/aclprof.h>
#include <aclprof/producer.h>
#include <string.h>

/* How many of them were taken. */
static inline uint32_t EmitRecords(uint32_t count) {
  uint32_t i, taken = 0;
  for (i = 0; i < count; ++i) {
    aclprofx_ring* ring = aclprofx_host_ring(ACLPROFX_KIND_API);
    void* payload = aclprofx_begin(ring, ACLPROFX_KIND_API, sizeof(aclprofx_api));
    aclprofx_api call;
    if (payload == NULL) continue;
    memset(&call, 0, sizeof(call));
    call.start = aclprofx_ticks();
    call.level = ACLPROFX_LEVEL_ACL;
    call.connection_id = i + 1;
    memcpy(payload, &call, sizeof(call));
    aclprofx_commit(ring);
    ++taken;
  }
  return taken;
}

/* The configuration is the program's until it ends, whether it destroys it or not. */
static inline aclprofConfig* StartSession(const char* base) {
  uint32_t devices[] = {0};
  static aclprofConfig* config;
  config = aclprofCreateConfig(devices, 1, ACL_AICORE_NONE, NULL, ACL_PROF_ACL_API);
  if (config == NULL || aclprofInit(base, strlen(base)) != 0 || aclprofStart(config) != 0)
    return NULL;
  return config;
}

#endif
