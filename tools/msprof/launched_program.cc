#include "tools/msprof/launched_program.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

extern char** environ;

namespace aclprof {
namespace {

// About the launcher itself: its faults, its broken pipes, and when it stops and goes on.
constexpr int kOwnSignals[] = {SIGABRT, SIGBUS,  SIGFPE,  SIGILL,  SIGSEGV, SIGSYS,  SIGTRAP,
                               SIGPIPE, SIGXCPU, SIGXFSZ, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU};

// Those we wait for: the program's end, and what is to be passed on.
class AwaitedSignals {
 public:
  AwaitedSignals() {
    sigfillset(&awaited_);
    for (const int number : kOwnSignals) sigdelset(&awaited_, number);
    pthread_sigmask(SIG_BLOCK, &awaited_, &before_);
    signal(SIGCHLD, SIG_DFL);  // who ignores it is not told that a child has ended
  }
  ~AwaitedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  AwaitedSignals(const AwaitedSignals&) = delete;
  AwaitedSignals& operator=(const AwaitedSignals&) = delete;

  const sigset_t& before() const { return before_; }
  void PassOnNext(pid_t program) const {
    siginfo_t info{};
    const int number = sigwaitinfo(&awaited_, &info);
    const bool from_terminal = info.si_code == SI_KERNEL;
    if (number > 0 && number != SIGCHLD && !from_terminal) kill(program, number);
  }

 private:
  sigset_t awaited_;
  sigset_t before_;
};

int Spawn(const std::vector<std::string>& words, const sigset_t& mask, pid_t* program) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const int error =
      posix_spawnp(program, arguments[0], nullptr, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  return error;
}

int CodeOf(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Status RunProgram(const std::vector<std::string>& words, const std::string& variable,
                  const std::string& value, int* code) {
  if (setenv(variable.c_str(), value.c_str(), 1) != 0)
    return Status::FromErrno(errno, "set " + variable);
  const AwaitedSignals signals;
  pid_t program = 0;
  if (const int error = Spawn(words, signals.before(), &program); error != 0)
    return Status::FromErrno(error, "run " + words[0]);
  int status = 0;
  while (waitpid(program, &status, WNOHANG) == 0) signals.PassOnNext(program);
  *code = CodeOf(status);
  return {};
}

}  // namespace aclprof
