// info_command.h: `aclprof info [--json] PROF|PARENT`.
#pragma once

#include "tools/verb.h"

namespace aclprof {

RunVerb DeclareInfo(CLI::App* options);

}  // namespace aclprof
