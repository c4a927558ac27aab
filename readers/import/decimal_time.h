// decimal_time.h: times written as decimal text, taken without passing through a double.
//
// Shape    digits[.digits][e[-+]digits], with spaces or tabs around it. No sign: nothing was
//          captured before 1970, and no task ends before it begins.
// Units    the text is in microseconds or nanoseconds, as the function says; results are whole
//          attoseconds, a half rounds to even.
#pragma once

#include <string_view>

#include "base/instant.h"

namespace aclprof {

// False when the text is not a decimal number or is beyond half the range of an Instant (146 years
// from 1970).
bool ParseMicros(std::string_view text, Instant* instant);
bool ParseNanos(std::string_view text, Instant* instant);
bool ParseMicros(std::string_view text, Span* span);

}  // namespace aclprof
