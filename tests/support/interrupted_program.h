// interrupted_program.h: a program that its user stops with Ctrl-C.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/child_process.h"

namespace aclprof {

// Interrupts the program, a path with its arguments, as soon as `is_time` says so; gives back its ExitCodeOf. One that
// ends before is not interrupted.
template <typename Condition>
int RunUntil(std::vector<std::string> words, Condition is_time) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = -1;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (!is_time()) {
      std::this_thread::yield();
      continue;
    }
    kill(child, SIGINT);
    EXPECT_EQ(waitpid(child, &status, 0), child);
    break;
  }
  return ExitCodeOf(status);
}

}  // namespace aclprof
