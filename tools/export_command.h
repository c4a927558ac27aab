// export_command.h: `aclprof export [--type text] [--output DIR] [--quiet] PROF|PARENT`.
#pragma once

#include "tools/verb.h"

namespace aclprof {

RunVerb DeclareExport(CLI::App* options);

}  // namespace aclprof
