// program.h: what a program of ours is around its work: options are parsed, what it printed reached its reader, and nothing that
// is thrown gets out.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace aclprof {

// The exit code: that of `work`, which is called once the options are taken.
int RunProgramOf(CLI::App* app, int argc, char** argv, const std::function<int()>& work);

}  // namespace aclprof
