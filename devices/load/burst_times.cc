#include "devices/load/burst_times.h"

#include <algorithm>

namespace aclprof {

void BurstTimes::Add(double ns_per_emit) {
  if (seen_++ % stride_ != 0) return;
  kept_.push_back(ns_per_emit);
  if (kept_.size() < kMostKept) return;
  for (size_t i = 0; i < kMostKept / 2; ++i) kept_[i] = kept_[2 * i];
  kept_.resize(kMostKept / 2);
  stride_ *= 2;
}

void BurstTimes::Add(const BurstTimes& other) {
  kept_.insert(kept_.end(), other.kept_.begin(), other.kept_.end());
}

double BurstTimes::Quantile(double share) const {
  if (kept_.empty()) return 0;
  std::vector<double> times = kept_;
  const auto at = times.begin() + static_cast<ptrdiff_t>(share * static_cast<double>(times.size()));
  std::nth_element(times.begin(), at, times.end());
  return *at;
}

}  // namespace aclprof
