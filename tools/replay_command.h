// replay_command.h: `aclprof replay --input FILE|DIR --output DIR [--speed 1|N|max] [--devices N] [--policy block|drop]`.
#pragma once

#include "tools/verb.h"

namespace aclprof {

RunVerb DeclareReplay(CLI::App* options);

}  // namespace aclprof
