// float16.h: IEEE 754 binary16 to and from float, rounding to nearest, ties to even.
//
// Source   IEEE 754-2008, 3.6 and 4.3.1.
#pragma once

#include <bit>
#include <cstdint>

namespace aclprof {

inline float FloatOfHalf(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t exponent = (half >> 10) & 0x1Fu;
  const uint32_t fraction = half & 0x3FFu;
  if (exponent == 0) {  // zero or subnormal: fraction * 2^-24, which a float holds exactly
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
  }
  const uint32_t wide = exponent == 0x1F ? 0xFFu : exponent + 127 - 15;
  return std::bit_cast<float>(sign | (wide << 23) | (fraction << 13));
}

// Drops `shift` bits of a number, rounding to nearest, ties to even.
inline uint32_t RoundedShift(uint32_t value, int shift) {
  const uint32_t half = 1u << (shift - 1);
  const uint32_t odd = (value >> shift) & 1u;
  return (value + half - 1 + odd) >> shift;
}

inline uint16_t HalfOfFloat(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000u;
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) return static_cast<uint16_t>(sign | 0x7E00u);   // not a number
  if (magnitude >= 0x477FF000u) return static_cast<uint16_t>(sign | 0x7C00u);  // rounds to 2^16
  if (magnitude >=
      0x38800000u)  // normal: the carry of rounding runs into the exponent, as it should
    return static_cast<uint16_t>(sign | (RoundedShift(magnitude, 13) - ((127 - 15) << 10)));
  if (magnitude <= 0x33000000u) return static_cast<uint16_t>(sign);  // at most half of the smallest
  const int shift = 126 - static_cast<int>(magnitude >> 23);
  const uint32_t fraction = (magnitude & 0x7FFFFFu) | 0x800000u;
  return static_cast<uint16_t>(sign | RoundedShift(fraction, shift));
}

}  // namespace aclprof
