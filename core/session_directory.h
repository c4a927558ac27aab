// session_directory.h: the directory of one session, named as the vendor names it.
//
// Shape    PROF_<6 digits>_<17 digits of local time>_<8 digits of pid><8 letters A..R>; unique even for pid 1 in many
//          containers, as the letters are random and the name is claimed by mkdir.
// Errors   Create names the path that could not be made; a taken name is tried again with other letters.
// Source   the vendor's layout, see docs of the export.
#pragma once

#include <cstdint>
#include <string>

#include "base/file_system.h"
#include "base/status.h"

namespace aclprof {

// "PROF_000001_20261201101010123_00012345ABCDEFGH". `letters` supplies 8 letters.
std::string SessionName(uint32_t ordinal, int64_t realtime_ns, uint32_t process_id,
                        uint64_t random);

// Makes base (with parents when missing) and a fresh session directory in it.
Status CreateSessionDirectory(FileSystem* files, const std::string& base, uint32_t ordinal,
                              std::string* path, std::string* name);

}  // namespace aclprof
