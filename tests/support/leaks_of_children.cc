// Linked with every test, for LeakSanitizer: no search for leaks in a forked child, where everything that only the stacks
// of the parent's other threads point at looks lost.

#include <unistd.h>

namespace {
const pid_t test_process = getpid();
}

// Asked by LeakSanitizer, a library of its own, at the end of a process.
extern "C" __attribute__((visibility("default"))) int __lsan_is_turned_off() {
  return getpid() != test_process;
}
