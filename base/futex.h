// futex.h: waiting on and waking by a 32-bit word, without a lock around it.
//
// Threads  any; FutexWake is safe in a signal handler.
// Errors   none: a wait may end early for any reason, and the caller looks at its condition again.
#pragma once

#include <cstdint>

namespace aclprof {

inline constexpr int64_t kNoTimeout = -1;

// Sleeps while *word is `expected`: until a wake, a signal, or timeout_ns (kNoTimeout = for ever).
void FutexWait(uint32_t* word, uint32_t expected, int64_t timeout_ns);
// Wakes every sleeper on the word.
void FutexWake(uint32_t* word);

}  // namespace aclprof
