// control_log.h: what the log is told of control calls.
//
// Threads  any.
// Errors   a line that can't be taken is lost.
#pragma once

namespace aclprof {

// A call failed; the text is the one that aclGetRecentErrMsg gives.
void LogFailure(const char* text) noexcept;
// Something was done otherwise than asked.
void LogWarning(const char* text) noexcept;

}  // namespace aclprof
