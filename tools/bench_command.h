// bench_command.h: `aclprof bench [--threads N] [--devices N] [--rate R] [--policy P] [--seconds S] [--output DIR] [--json]`.
#pragma once

#include "tools/verb.h"

namespace aclprof {

RunVerb DeclareBench(CLI::App* options);

}  // namespace aclprof
