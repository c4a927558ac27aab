// export_times.h: the times of one row, the same in every output.
//
// Shape    A start of whole nanoseconds keeps its duration to the last digit. A start that is finer
//          is rounded; its stop is then rounded too and the duration is their difference, so that
//          what touched or nested in the recording still does in the outputs.
// Units    start_ns, stop_ns: Unix time, nearest nanosecond.
// Errors   impossible values (negative durations, times beyond some 146 years) are clamped.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/instant.h"

namespace aclprof {

struct ExportTimes {
  int64_t start_ns = 0;
  int64_t stop_ns = 0;
  Span duration;

  // What op_summary calls the duration.
  int64_t RoundedDuration() const { return stop_ns - start_ns; }
};

// Small enough for the sum of two of them, rounded up.
inline constexpr int64_t kLargestTime = (int64_t{1} << 62) - 2;

inline ExportTimes TimesOf(Instant start, Span duration) {
  start.ns = std::clamp(start.ns, -kLargestTime, kLargestTime);
  if (duration.ns < 0) duration = Span();
  duration.ns = std::min(duration.ns, kLargestTime);
  ExportTimes times;
  times.start_ns = RoundToNanos(start);
  times.stop_ns = RoundedSum(start, duration);
  times.duration = SubNanoAttos(start) == 0 ? duration : Span{times.stop_ns - times.start_ns, 0};
  return times;
}

}  // namespace aclprof
