// session_files.h: where the files of a session are.
//
// Errors   kNotFound for what is no session, kPermissionDenied where the system refuses.
// Source   format/session_layout.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace aclprof {

struct SessionFiles {
  std::string info_path;          // info.json, "" when there is none
  std::vector<std::string> data;  // everything in the data folders, sorted
  std::vector<int32_t> devices;   // that have a folder
};

// A PROF_* directory, or one trace file, which is then a session of its own.
Status ListSessionFiles(const std::string& path, SessionFiles* files);

// The session at `path` itself, or the PROF_* directories below it, by name.
Status FindSessions(const std::string& path, std::vector<std::string>* sessions);

}  // namespace aclprof
