/* C10: a stamp an operator, with tag, message and call stack, from many threads at once. */
#include <dlfcn.h>
#include <pthread.h>

#include "client.h"

enum { THREADS = 8, OPERATORS = 100 };

typedef int32_t (*SetTagName)(void*, const char*, uint16_t);
typedef int32_t (*SetCallStack)(void*, const char*, uint32_t);

static SetTagName set_tag_name;
static SetCallStack set_call_stack;

static void* Operators(void* unused) {
  static const char stack[] = "model.py(12): forward\nlayer.py(7): __call__";
  int op;
  for (op = 0; op < OPERATORS; ++op) {
    uint32_t range = 0;
    void* stamp = aclprofCreateStamp();
    MUST(stamp != NULL);
    MUST(set_tag_name(stamp, "aten::add", 9) == 0);
    MUST(aclprofSetStampTraceMessage(stamp, "aten::add", 9) == ACL_SUCCESS);
    MUST(set_call_stack(stamp, stack, sizeof(stack) - 1) == 0);
    MUST(aclprofRangeStart(stamp, &range) == ACL_SUCCESS);
    MUST(aclprofRangeStop(range) == ACL_SUCCESS);
    aclprofDestroyStamp(stamp);
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  aclprofConfig* config;
  int i;
  set_tag_name = (SetTagName)dlsym(RTLD_DEFAULT, "aclprofSetStampTagName");
  set_call_stack = (SetCallStack)dlsym(RTLD_DEFAULT, "aclprofSetStampCallStack");
  MUST(set_tag_name != NULL && set_call_stack != NULL);
  OpenDevice(0);
  MUST(InitAt("prof") == ACL_SUCCESS);
  config = ConfigOf(0, 1, 0x163 | 0x80);
  MUST(aclprofStart(config) == ACL_SUCCESS);
  for (i = 0; i < THREADS; ++i) MUST(pthread_create(&threads[i], NULL, Operators, NULL) == 0);
  Work();
  for (i = 0; i < THREADS; ++i) MUST(pthread_join(threads[i], NULL) == 0);
  MUST(aclprofStop(config) == ACL_SUCCESS);
  MUST(aclprofDestroyConfig(config) == ACL_SUCCESS);
  MUST(aclprofFinalize() == ACL_SUCCESS);
  CloseDevice(0);
  return 0;
}
