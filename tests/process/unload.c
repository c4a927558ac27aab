/* Loads the library, runs a session, unloads it in the middle of the next one, and goes on. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int (*InitFunction)(const char*, size_t);
typedef void* (*CreateFunction)(uint32_t*, uint32_t, int, const void*, uint64_t);
typedef int (*ConfigFunction)(const void*);
typedef int (*PlainFunction)(void);

int main(int argc, char** argv) {
  static void* config; /* the last one is in use to the end */
  uint32_t devices[] = {0};
  int round;
  if (argc < 3) return __LINE__;
  for (round = 0; round < 3; ++round) {
    void* library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return __LINE__;
    config = ((CreateFunction)dlsym(library, "aclprofCreateConfig"))(devices, 1, 0xFF, NULL, 1);
    if (config == NULL) return __LINE__;
    if (((InitFunction)dlsym(library, "aclprofInit"))(argv[1], strlen(argv[1])) != 0)
      return __LINE__;
    if (((ConfigFunction)dlsym(library, "aclprofStart"))(config) != 0) return __LINE__;
    if (round < 2) {
      if (((ConfigFunction)dlsym(library, "aclprofStop"))(config) != 0) return __LINE__;
      if (((PlainFunction)dlsym(library, "aclprofFinalize"))() != 0) return __LINE__;
      if (((ConfigFunction)dlsym(library, "aclprofDestroyConfig"))(config) != 0) return __LINE__;
    }
    if (dlclose(library) != 0) return __LINE__;
  }
  return 0;
}
