// sums.h: sums of many floats, in double: in float, what is added to a large sum is lost.
//
// Threads  free functions.
#pragma once

#include <array>
#include <cstdint>

namespace aclprof {

// Of term(each element). Several sums side by side, so that a compiler may make vectors of them.
template <typename Term>
double SumOf(const float* from, int64_t count, Term term) {
  constexpr int64_t kSums = 8;
  std::array<double, kSums> sums = {};
  int64_t i = 0;
  for (; i + kSums <= count; i += kSums) {
    for (int64_t s = 0; s < kSums; ++s) sums[s] += term(static_cast<double>(from[i + s]));
  }
  for (; i < count; ++i) sums[0] += term(static_cast<double>(from[i]));
  double sum = 0;
  for (const double each : sums) sum += each;
  return sum;
}

inline double SumOf(const float* from, int64_t count) {
  return SumOf(from, count, [](double value) { return value; });
}

}  // namespace aclprof
