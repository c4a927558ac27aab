// seeded_numbers.h: numbers that look random and are the same everywhere.
//
// Shape    whole numbers first, scaled in double where every product is exact: no compiler and no processor rounds them
//          otherwise.
// Threads  one.
// Source   splitmix64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace aclprof {

class SeededNumbers {
 public:
  explicit SeededNumbers(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // Evenly spread from low up to high, in steps of 2^-24 of the way.
  float Between(float low, float high) {
    const double part = static_cast<double>(Next() >> 40) * 0x1p-24;
    return static_cast<float>(low + (static_cast<double>(high) - low) * part);
  }

  std::vector<float> Floats(size_t count, float low, float high) {
    std::vector<float> values(count);
    for (float& value : values) value = Between(low, high);
    return values;
  }

 private:
  uint64_t state_;
};

}  // namespace aclprof
