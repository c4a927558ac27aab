// launched_program.h: runs a program with one more variable in its environment, and waits for its end.
//
// Shape    every signal that others send us goes on to the program; what a terminal sends reaches it without us.
// Errors   what the system says of a program that can't be run.
// Threads  one; others have to block all signals.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace aclprof {

// *code: the program's own, or 128 and the signal that ended it.
Status RunProgram(const std::vector<std::string>& words, const std::string& variable,
                  const std::string& value, int* code);

}  // namespace aclprof
