// session_query.h: `msprof --query=on`: a line for each device of each session below a path.
#pragma once

#include <string>

namespace aclprof {

// The exit code.
int RunQuery(const std::string& path);

}  // namespace aclprof
