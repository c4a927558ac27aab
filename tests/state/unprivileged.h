// unprivileged.h: runs a piece of a test in a child process that is not root, since root may do anything.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace aclprof {

// What the body returned, 0..255; -1 when the child did not end by itself.
template <typename Body>
int RunUnprivileged(Body body) {
  constexpr uid_t kNobody = 65534;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(::geteuid() == 0 && ::setuid(kNobody) != 0 ? 255 : body());
  int status = 0;
  if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace aclprof
