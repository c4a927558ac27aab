// program_run.h: a program as a user runs it: exit code, stdout, stderr.
#pragma once

#include <stdlib.h>
#include <sys/wait.h>

#include <fstream>
#include <sstream>
#include <string>

namespace aclprof {

struct Outcome {
  int code;  // of the program, or 128 and the signal that ended it
  std::string out;
  std::string err;
};

inline std::string TextOfFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// A command line of the shell; its output passes through files in `scratch`, a directory.
inline Outcome RunCommand(const std::string& command, const std::string& scratch) {
  const std::string out = scratch + "/stdout", err = scratch + "/stderr";
  const int status = std::system(("TZ=UTC " + command + " >" + out + " 2>" + err).c_str());
  return {WEXITSTATUS(status), TextOfFile(out), TextOfFile(err)};
}

}  // namespace aclprof
