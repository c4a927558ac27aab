/* C22: a library that refers to the marks weakly and makes them whether or not anybody profiles, or they are there at all. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int aclError;

extern void* aclprofCreateStamp(void) __attribute__((weak));
extern void aclprofDestroyStamp(void* stamp) __attribute__((weak));
extern aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t msgLen)
    __attribute__((weak));
extern aclError aclprofRangeStart(void* stamp, uint32_t* rangeId) __attribute__((weak));
extern aclError aclprofRangeStop(uint32_t rangeId) __attribute__((weak));

/* Answers whether there was a stamp. */
static int Transfer(const char* name) {
  void* stamp = aclprofCreateStamp != NULL ? aclprofCreateStamp() : NULL;
  uint32_t range = 0;
  if (aclprofSetStampTraceMessage != NULL)
    aclprofSetStampTraceMessage(stamp, name, (uint32_t)strlen(name));
  if (aclprofRangeStart != NULL) aclprofRangeStart(stamp, &range);
  if (aclprofRangeStop != NULL) aclprofRangeStop(range);
  if (aclprofDestroyStamp != NULL) aclprofDestroyStamp(stamp);
  return stamp != NULL;
}

int main(void) {
  int i, stamps = 0;
  for (i = 0; i < 100000; ++i) stamps += Transfer("pull");
  if (stamps != 0) fprintf(stderr, "%d stamps, and nobody profiles\n", stamps);
  return stamps != 0;
}
