// duration_statistics.h: count, sum, extremes and spread of durations, one at a time.
//
// Units    sums are exact, in attoseconds; Thousandths are of a microsecond, a half rounds up.
// Threads  a value type.
// Source   the running variance is Welford's, its merging Chan's: sums of squares would lose digits.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/instant.h"

namespace aclprof {

struct DurationStatistics {
  uint64_t count = 0;
  unsigned __int128 total_as = 0;
  Span least;
  Span most;

  void Add(Span duration);
  void Merge(const DurationStatistics& other);

  unsigned __int128 TotalThousandths() const;
  unsigned __int128 AverageThousandths() const;
  // Of the population, in square microseconds.
  unsigned __int128 VarianceThousandths() const;

 private:
  long double mean_ns_ = 0;
  long double squares_ns_ = 0;  // sum of squared distances from the mean
};

// numerator / denominator to the nearest whole; a half rounds up.
unsigned __int128 DivideRounded(unsigned __int128 numerator, unsigned __int128 denominator);

// Of a microsecond, which are nanoseconds.
inline unsigned __int128 Thousandths(Span span) {
  return static_cast<uint64_t>(RoundToNanos(span));
}

}  // namespace aclprof
