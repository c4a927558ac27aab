// launched_sessions.h: the sessions that a program left which msprof has run.
//
// Shape    each says in its info.json who launched it: several launchers may share one directory.
// Threads  one.
#pragma once

#include <string>
#include <vector>

namespace aclprof {

// One launch: what its sessions have to say, no two launches the same.
std::string NewLauncher();

// Below `directory`, by name.
std::vector<std::string> SessionsOf(const std::string& launcher, const std::string& directory);

}  // namespace aclprof
