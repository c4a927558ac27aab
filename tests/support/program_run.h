// program_run.h: a program as a user runs it: exit code, stdout, stderr.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <string>

#include "tests/support/file_text.h"

namespace aclprof {

struct Outcome {
  int code;  // see ExitCodeOf
  std::string out;
  std::string err;
};

// Of a status as waitpid() and system() give it: the program's own code, or 128 and the signal that
// ended it; -1 where system() could not start a shell.
inline int ExitCodeOf(int status) {
  if (status == -1) return -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// A command line of the shell; its output passes through files in `scratch`, a directory.
inline Outcome RunCommand(const std::string& command, const std::string& scratch) {
  const std::string out = scratch + "/stdout", err = scratch + "/stderr";
  const std::string line = "exec >" + out + " 2>" + err + "; export TZ=UTC; " + command;
  const int code = ExitCodeOf(std::system(line.c_str()));
  return {code, TextOfFile(out), TextOfFile(err)};
}

}  // namespace aclprof
