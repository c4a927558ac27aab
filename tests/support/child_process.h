// child_process.h: a piece of a test in a forked child, and how a child ended.
//
// Errors   a child that hangs is ended by its alarm.
#pragma once

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// ThreadSanitizer takes a thread that a forked child makes for one of the parent's with the same id, and dies.
#if defined(__SANITIZE_THREAD__)
#define SKIP_WHERE_A_CHILD_CANNOT_HAVE_THREADS() \
  GTEST_SKIP() << "ThreadSanitizer does not follow threads of a forked child"
#else
#define SKIP_WHERE_A_CHILD_CANNOT_HAVE_THREADS() static_cast<void>(0)
#endif

// AddressSanitizer of gcc 12 forks without holding the locks of its allocator, which hang the child if another thread
// held one.
#if defined(__SANITIZE_ADDRESS__)
#define SKIP_WHERE_A_CHILD_CANNOT_ALLOCATE() \
  GTEST_SKIP() << "AddressSanitizer's allocator does not survive a fork under load"
#else
#define SKIP_WHERE_A_CHILD_CANNOT_ALLOCATE() static_cast<void>(0)
#endif

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

// The same, where the modes of files hold for the programs that it runs, root's too. (A user without rights may not even
// reach the program, in a folder of root's.)
template <typename Body>
int RunWhereModesHold(Body body) {
  return RunInChild([&body]() -> int {
    const bool dropped = ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE) == 0 &&
                         ::prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH) == 0;
    if (::geteuid() == 0 && !dropped) return 255;
    return body();
  });
}

}  // namespace aclprof
