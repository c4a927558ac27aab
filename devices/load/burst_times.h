// burst_times.h: what an emit cost on the average of each burst, as median and 99th percentile.
//
// Units    nanoseconds an emit.
// Shape    memory is bounded: of a long run every second, every fourth, ... burst is kept.
// Threads  one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace aclprof {

class BurstTimes {
 public:
  void Add(double ns_per_emit);
  // What another thread measured in the same run.
  void Add(const BurstTimes& other);

  size_t size() const { return kept_.size(); }
  // 0 when there was no burst.
  double Median() const { return Quantile(0.5); }
  double P99() const { return Quantile(0.99); }

 private:
  static constexpr size_t kMostKept = 1 << 16;

  double Quantile(double share) const;

  std::vector<double> kept_;
  uint64_t seen_ = 0;
  uint64_t stride_ = 1;
};

}  // namespace aclprof
