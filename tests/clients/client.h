/* client.h: what every client here does between its profiling calls, and how it says which call went wrong.
 *
 * A client takes no arguments and works in the current directory. It ends with 0, or with 1 and the call on stderr.
 */
#ifndef ACLPROF_TESTS_CLIENTS_CLIENT_H_
#define ACLPROF_TESTS_CLIENTS_CLIENT_H_

#include <acl/acl.h>
#include <acl/acl_prof.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MUST(condition)                                                                         \
  do {                                                                                          \
    if (!(condition)) {                                                                         \
      const char* reason = aclGetRecentErrMsg();                                                \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, reason ? reason : ""); \
      exit(1);                                                                                  \
    }                                                                                           \
  } while (0)

enum { WORK_TASKS = 8, WORK_BYTES = 4096 };

/* WORK_TASKS tasks on a stream of the current device, all done when it returns. */
static inline void WorkOn(aclrtStream stream) {
  void* memory = NULL;
  int task;
  MUST(aclrtMalloc(&memory, WORK_BYTES, ACL_MEM_MALLOC_NORMAL_ONLY) == ACL_SUCCESS);
  for (task = 0; task < WORK_TASKS; ++task)
    MUST(aclrtMemsetAsync(memory, WORK_BYTES, task, WORK_BYTES, stream) == ACL_SUCCESS);
  MUST(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
  MUST(aclrtFree(memory) == ACL_SUCCESS);
}

/* The same on a stream of its own. */
static inline void Work(void) {
  aclrtStream stream = NULL;
  MUST(aclrtCreateStream(&stream) == ACL_SUCCESS);
  WorkOn(stream);
  MUST(aclrtDestroyStream(stream) == ACL_SUCCESS);
}

static inline void OpenDevice(int32_t device) {
  MUST(aclInit(NULL) == ACL_SUCCESS);
  MUST(aclrtSetDevice(device) == ACL_SUCCESS);
}

static inline void CloseDevice(int32_t device) {
  MUST(aclrtResetDevice(device) == ACL_SUCCESS);
  MUST(aclFinalize() == ACL_SUCCESS);
}

static inline aclprofConfig* ConfigOf(uint32_t device, int metrics, uint64_t mask) {
  aclprofConfig* config =
      aclprofCreateConfig(&device, 1, (aclprofAicoreMetrics)metrics, NULL, mask);
  MUST(config != NULL);
  return config;
}

static inline aclError InitAt(const char* path) { return aclprofInit(path, strlen(path)); }

static inline aclError Set(aclprofConfigType type, const char* value) {
  return aclprofSetConfig(type, value, strlen(value));
}

static inline void MakeDirectory(const char* path) { MUST(mkdir(path, 0750) == 0); }

#endif /* ACLPROF_TESTS_CLIENTS_CLIENT_H_ */
