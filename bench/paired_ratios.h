// paired_ratios.h: a ratio of two ways to do the same, measured in pairs.
//
// Shape    a pair is four sides, A B B A, so that a machine which gets slower or faster favours neither.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

class PairedRatios {
 public:
  void Add(double ratio) {
    ratios_.insert(std::upper_bound(ratios_.begin(), ratios_.end(), ratio), ratio);
  }
  size_t size() const { return ratios_.size(); }
  double Median() const {
    const size_t middle = ratios_.size() / 2;
    return ratios_.size() % 2 == 1 ? ratios_[middle] : (ratios_[middle - 1] + ratios_[middle]) / 2;
  }
  // The order statistics that hold the median of any distribution with a chance of 95 %: the normal approximation of the
  // binomial one.
  std::pair<double, double> MedianInterval() const {
    const double n = static_cast<double>(ratios_.size());
    const auto low = static_cast<size_t>(std::max(0.0, std::floor(n / 2 - 0.98 * std::sqrt(n))));
    return {ratios_[low], ratios_[ratios_.size() - 1 - low]};
  }

 private:
  std::vector<double> ratios_;  // in order
};
