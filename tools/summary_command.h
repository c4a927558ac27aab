// summary_command.h: `aclprof summary [--top N] [--json] PROF|PARENT`.
#pragma once

#include "tools/verb.h"

namespace aclprof {

RunVerb DeclareSummary(CLI::App* options);

}  // namespace aclprof
