// window_option.h: `--from TIME --to TIME`.
//
// Shape    a number with a unit (s, ms, us, ns) counts from the session's first record; one without is Unix time in
//          microseconds, as tables and timelines have it.
// Errors   kInvalidArgument, with a sentence that quotes what is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/status.h"
#include "readers/session_reader.h"

namespace aclprof {

struct WindowBound {
  int64_t ns = 0;
  bool is_relative = false;
};

// At most as fine as a nanosecond, and before the year 2262.
Status ParseWindowBound(const std::string& text, WindowBound* bound);

struct WindowChoice {
  std::string from;  // "": from the first record on
  std::string to;    // "": to the last one

  bool is_made() const { return !from.empty() || !to.empty(); }
};

// Whether both bounds are times; of what session does not matter yet.
Status CheckWindow(const WindowChoice& choice);

// Nothing where no choice was made. What is empty or has no part of the session is refused.
Status WindowIn(const SessionReader& reader, const WindowChoice& choice,
                std::optional<TimeWindow>* window);

}  // namespace aclprof
