// verify_command.h: `aclprof verify PROF|PARENT|FILE`.
#pragma once

#include "tools/verb.h"

namespace aclprof {

RunVerb DeclareVerify(CLI::App* options);

}  // namespace aclprof
