// base_directory.h: the directory below which sessions write: which paths are taken, and how one is
// made ready.
//
// Errors   kBadDirectory with the path, the number of the system's error and its words. What was
// created on the way
//          to a failure is removed again.
// Threads  any.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/control_status.h"

namespace aclprof {

inline constexpr size_t kMaxPathBytes = 4096;

// The first character that a result path may not have.
std::optional<char> FirstRefusedCharacter(std::string_view path);

// Makes the directory ready: expands ~, makes the path absolute against the working directory,
// creates what is missing, sees that it can be written to, and resolves links once. Leaves the
// outcome in *absolute.
ControlStatus PrepareBaseDirectory(std::string_view path, std::string* absolute);

// Where the JSON way writes: `output`, or when it is empty $ASCEND_WORK_PATH/profiling_data; where
// that can't be used, the directory of the executable. A refused character is an error, not a
// reason to go elsewhere.
ControlStatus PrepareOutputDirectory(const std::string& output, std::string* absolute);

}  // namespace aclprof
