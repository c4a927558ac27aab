// verb.h: what a verb of the command line is.
//
// Shape    a file per verb, <verb>_command.{h,cc}, which declares the verb's options and gives back what runs it; and
//          one line in the table of verb_table.cc.
// Errors   a verb prints its own errors, one line on stderr that names the file and the place, and returns an
//          ExitCode; what it throws is printed by main and is exit code 1.
#pragma once

#include <functional>
#include <span>

namespace CLI {
class App;
}

namespace aclprof {

using RunVerb = std::function<int()>;

struct Verb {
  const char* name;
  const char* summary;
  RunVerb (*declare)(CLI::App* options);
};

std::span<const Verb> Verbs();

}  // namespace aclprof
