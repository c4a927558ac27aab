// program_run.h: a program as a user runs it: exit code, stdout, stderr.
#pragma once

#include <cstdlib>
#include <string>

#include "tests/support/child_process.h"
#include "tests/support/file_text.h"

namespace aclprof {

struct Outcome {
  int code;  // see ExitCodeOf
  std::string out;
  std::string err;
};

// A command line of the shell; its output passes through files in `scratch`, a directory.
inline Outcome RunCommand(const std::string& command, const std::string& scratch) {
  const std::string out = scratch + "/stdout", err = scratch + "/stderr";
  const std::string line = "exec >" + out + " 2>" + err + "; export TZ=UTC; " + command;
  const int code = ExitCodeOf(std::system(line.c_str()));
  return {code, TextOfFile(out), TextOfFile(err)};
}

}  // namespace aclprof
