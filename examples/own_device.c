/* own_device.c: a program that has an executor of its own, and no AscendCL: it opens a producer and emits what ran.
 *
 *   own_device [DIR]   writes below DIR, by default ./own_device_out
 *
 * Every record costs a clock read and a few stores; while nobody profiles, one predictable branch.
 */
#include <acl/acl_prof.h>
#include <aclprof/aclprof.h>
#include <aclprof/producer.h>
#include <aclprof/runtime.h>
#include <stdio.h>
#include <string.h>

#define JOBS 1000

/* Prints why a call failed; 1. */
static int Failed(const char* call) {
  const char* text = aclprofx_last_error();
  fprintf(stderr, "%s: %s\n", call, text != NULL ? text : "");
  return 1;
}

/* What the executor does for a living. */
static unsigned Job(unsigned seed) {
  int i;
  for (i = 0; i < 1000; ++i) seed = seed * 1664525u + 1013904223u;
  return seed;
}

/* Runs the jobs and tells of each when it is done. */
static void Run(aclprofx_ring* ring, uint32_t op, uint16_t type) {
  volatile unsigned result = 1;
  uint32_t id;
  for (id = 0; id < JOBS; ++id) {
    const uint64_t start = aclprofx_ticks();
    aclprofx_task* task;
    result = Job(result);
    task = aclprofx_begin(ring, ACLPROFX_KIND_TASK, sizeof(*task));
    if (task == NULL) continue; /* nobody wants it, or it was dropped and counted */
    task->start = start;
    task->duration = aclprofx_ticks() - start;
    task->stream_id = 0;
    task->task_id = id;
    task->op = op;
    task->type = type;
    task->flags = 0;
    aclprofx_commit(ring);
  }
}

int main(int argc, char** argv) {
  const char* directory = argc > 1 ? argv[1] : "own_device_out";
  uint32_t devices[] = {0};
  const aclprofx_producer_options options = {
      .size_bytes = sizeof(options), .device_id = 0, .name = "own executor", .policy = -1};
  const aclprofx_op_info job = {
      .size_bytes = sizeof(job), .name = "job", .type = "Job", .task_type = "AI_CPU"};
  aclprofx_ledger ledger = {.size_bytes = sizeof(ledger)};
  char session[4096];
  aclprofx_ring* ring;
  aclprofConfig* config;

  if (aclprofx_open_producer(&options, &ring) != 0) return Failed("aclprofx_open_producer");
  if (aclprofInit(directory, strlen(directory)) != 0) return Failed("aclprofInit");
  config = aclprofCreateConfig(devices, 1, ACL_AICORE_NONE, NULL, ACL_PROF_TASK_TIME);
  if (config == NULL) return Failed("aclprofCreateConfig");
  if (aclprofStart(config) != 0) return Failed("aclprofStart");
  Run(ring, aclprofx_intern_op(&job), aclprofx_task_type("AI_CPU"));
  if (aclprofStop(config) != 0) return Failed("aclprofStop");

  if (aclprofx_last_session(&ledger, session, sizeof(session)) != 0) return 1;
  printf("%s: %llu records emitted, %llu stored\n", session, (unsigned long long)ledger.emitted,
         (unsigned long long)ledger.stored);
  if (aclprofDestroyConfig(config) != 0) return Failed("aclprofDestroyConfig");
  if (aclprofFinalize() != 0) return Failed("aclprofFinalize");
  aclprofx_close_producer(ring);
  return ledger.stored == JOBS ? 0 : 1;
}
