// export_command.h: `aclprof export [--type text] [--output DIR] [--from TIME] [--to TIME] [--threads N]
// [--relative-time] [--quiet] PROF|PARENT`.
#pragma once

#include "tools/verb.h"

namespace aclprof {

RunVerb DeclareExport(CLI::App* options);

}  // namespace aclprof
