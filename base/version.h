// version.h: the version of this build, from the one place that states it (the project() line of CMakeLists.txt).
#pragma once

namespace aclprof {

inline constexpr char kLibraryVersion[] = ACLPROF_VERSION;

}  // namespace aclprof
