// compat_rules.h: what the variable ACLPROF_COMPAT asks for, a comma list: "relaxed".
//
// Threads  reads the environment; asked once, when the process's Profile is made.
#pragma once

#include <string_view>

namespace aclprof {

bool CompatHas(std::string_view word);

}  // namespace aclprof
