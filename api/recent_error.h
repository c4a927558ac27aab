// recent_error.h: the text of each thread's last failure, for aclGetRecentErrMsg.
//
// Shape    a few fixed buffers a thread, used in turn, so that a text that was handed out stays readable for a while.
// Threads  each thread has its own; nothing is shared, allocated or destroyed.
#pragma once

#include <cstddef>

namespace aclprof {

inline constexpr size_t kRecentErrorBytes = 512;  // with the terminator
inline constexpr size_t kRecentErrors = 8;  // a text taken is valid until so many more were left

// Leaves a text; a longer one is cut.
void LeaveRecentError(const char* text);

// Takes the last text left since the last call; nullptr when there is none.
const char* TakeRecentError();

}  // namespace aclprof
