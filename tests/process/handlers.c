/* What a signal does is the same before, during and after a session. */
#include <signal.h>

#include "session_steps.h"

static int SameHandlers(const struct sigaction* before) {
  int number;
  for (number = 1; number < 32; ++number) {
    struct sigaction now;
    if (sigaction(number, NULL, &now) != 0) continue;
    if (now.sa_handler != before[number].sa_handler) return 0;
  }
  return 1;
}

int main(int argc, char** argv) {
  struct sigaction before[32];
  aclprofConfig* config;
  int number;
  memset(before, 0, sizeof(before));
  for (number = 1; number < 32; ++number) sigaction(number, NULL, &before[number]);
  if (argc < 2 || (config = StartSession(argv[1])) == NULL) return __LINE__;
  if (EmitRecords(1000) != 1000 || !SameHandlers(before)) return __LINE__;
  if (aclprofStop(config) != 0 || aclprofFinalize() != 0) return __LINE__;
  return SameHandlers(before) ? 0 : __LINE__;
}
