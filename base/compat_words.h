// compat_words.h: what the variable ACLPROF_COMPAT asks for, a comma list of "relaxed" and "layout-old".
//
// Threads  reads the environment.
#pragma once

#include <string_view>

namespace aclprof {

bool CompatHas(std::string_view word);

}  // namespace aclprof
