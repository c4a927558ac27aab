/* Emits, then waits to be killed. */
#include <unistd.h>

#include "session_steps.h"

int main(int argc, char** argv) {
  aclprofx_settings settings;
  settings.size_bytes = sizeof(settings);
  if (argc < 2 || aclprofx_get_settings(&settings) != 0) return __LINE__;
  settings.flush_interval_ns = 20000000;
  if (aclprofx_set_settings(&settings) != 0) return __LINE__;
  if (StartSession(argv[1]) == NULL || EmitRecords(1000) != 1000) return __LINE__;
  for (;;) pause();
}
