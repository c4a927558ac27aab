#include "export/duration_statistics.h"

#include <cmath>

namespace aclprof {

void DurationStatistics::Add(Span duration) {
  least = count == 0 ? duration : std::min(least, duration);
  most = std::max(most, duration);
  ++count;
  total_as += static_cast<unsigned __int128>(duration.ns) * kAttosPerNano + SubNanoAttos(duration);
  const long double ns =
      duration.ns + static_cast<long double>(SubNanoAttos(duration)) / kAttosPerNano;
  const long double distance = ns - mean_ns_;
  mean_ns_ += distance / count;
  squares_ns_ += distance * (ns - mean_ns_);
}

void DurationStatistics::Merge(const DurationStatistics& other) {
  if (other.count == 0) return;
  least = count == 0 ? other.least : std::min(least, other.least);
  most = std::max(most, other.most);
  const long double both = static_cast<long double>(count) + other.count;
  const long double distance = other.mean_ns_ - mean_ns_;
  squares_ns_ += other.squares_ns_ + distance * distance * count * (other.count / both);
  mean_ns_ += distance * (other.count / both);
  count += other.count;
  total_as += other.total_as;
}

unsigned __int128 DurationStatistics::TotalThousandths() const {
  return DivideRounded(total_as, kAttosPerNano);
}

unsigned __int128 DurationStatistics::AverageThousandths() const {
  return DivideRounded(total_as, static_cast<unsigned __int128>(count) * kAttosPerNano);
}

// A thousandth of a square microsecond is a thousand square nanoseconds.
unsigned __int128 DurationStatistics::VarianceThousandths() const {
  return static_cast<unsigned __int128>(std::floor(squares_ns_ / count / 1000 + 0.5L));
}

unsigned __int128 DivideRounded(unsigned __int128 numerator, unsigned __int128 denominator) {
  if (denominator == 0) return 0;
  return (numerator + denominator / 2) / denominator;
}

}  // namespace aclprof
