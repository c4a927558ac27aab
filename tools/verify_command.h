// verify_command.h: `aclprof verify [--threads N] PROF|PARENT|FILE`.
#pragma once

#include <string>

#include "readers/session_reader.h"
#include "tools/verb.h"

namespace aclprof {

RunVerb DeclareVerify(CLI::App* options);
// All sessions below the path; the exit code.
int RunVerify(const std::string& path, const ReadOptions& reading);

}  // namespace aclprof
