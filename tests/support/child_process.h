// child_process.h: a piece of a test in a forked child, and how a child ended.
//
// Errors   a child that hangs is ended by its alarm.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace aclprof {

// Of a status as waitpid() and system() give it: the program's own code, or 128 and the signal that
// ended it; -1 where there was no child.
inline int ExitCodeOf(int status) {
  if (status == -1) return -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// What the body returned, 0..255, or how else the child ended.
template <typename Body>
int RunInChild(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    ::_exit(body());
  }
  int status = -1;
  if (child > 0) ::waitpid(child, &status, 0);
  return ExitCodeOf(status);
}

// The same by one who is not root, since root may do anything; 255 where that could not be.
template <typename Body>
int RunUnprivileged(Body body) {
  return RunInChild([&body]() -> int {
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) return 255;
    return body();
  });
}

}  // namespace aclprof
