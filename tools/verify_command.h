// verify_command.h: `aclprof verify [--threads N] PROF|PARENT|FILE`.
#pragma once

#include "tools/verb.h"

namespace aclprof {

RunVerb DeclareVerify(CLI::App* options);

}  // namespace aclprof
