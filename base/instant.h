// instant.h: points and spans of time with attosecond resolution, so that captures finer than a nanosecond keep
// every digit.
//
// Units    ns: whole nanoseconds (of Unix time for an Instant). fs: the rest, 0..999,999 femtoseconds; as: what
//          is left of that, 0..999 attoseconds. The vendor's timelines go down to a tenth of a femtosecond.
// Threads  value types.
#pragma once

#include <compare>
#include <cstdint>

namespace aclprof {

struct Span {
  int64_t ns = 0;
  uint32_t fs = 0;
  uint32_t as = 0;
  auto operator<=>(const Span&) const = default;
};

struct Instant {
  int64_t ns = 0;
  uint32_t fs = 0;
  uint32_t as = 0;
  auto operator<=>(const Instant&) const = default;
};

inline constexpr uint32_t kFemtosPerNano = 1000000;
inline constexpr uint32_t kAttosPerFemto = 1000;
inline constexpr uint32_t kAttosPerNano = kFemtosPerNano * kAttosPerFemto;

// What is left of it below the nanosecond, in attoseconds.
template <typename Time>
constexpr uint32_t SubNanoAttos(const Time& time) {
  return time.fs * kAttosPerFemto + time.as;
}

// From whole nanoseconds and 0..999,999,999 attoseconds.
template <typename Time>
constexpr Time FromNanosAndAttos(int64_t ns, uint32_t attos) {
  return {ns, attos / kAttosPerFemto, attos % kAttosPerFemto};
}

constexpr Span operator+(Span a, Span b) {
  const uint32_t attos = SubNanoAttos(a) + SubNanoAttos(b);
  return FromNanosAndAttos<Span>(a.ns + b.ns + attos / kAttosPerNano, attos % kAttosPerNano);
}

constexpr Instant operator+(Instant at, Span by) {
  const Span sum = Span{at.ns, at.fs, at.as} + by;
  return {sum.ns, sum.fs, sum.as};
}

constexpr Span operator-(Instant a, Instant b) {
  const uint32_t left = SubNanoAttos(a);
  const uint32_t right = SubNanoAttos(b);
  const bool borrow = left < right;
  return FromNanosAndAttos<Span>(a.ns - b.ns - (borrow ? 1 : 0),
                                 left + (borrow ? kAttosPerNano : 0) - right);
}

// The nearest whole nanosecond; a half rounds up.
constexpr int64_t RoundToNanos(Instant at) { return at.ns + (at.fs >= kFemtosPerNano / 2 ? 1 : 0); }
constexpr int64_t RoundToNanos(Span span) {
  return span.ns + (span.fs >= kFemtosPerNano / 2 ? 1 : 0);
}

// The same of `at` + `by`. Compared rather than carried: what is below the nanosecond is any number, which no branch
// predictor guesses.
constexpr int64_t RoundedSum(Instant at, Span by) {
  constexpr uint32_t kHalf = kAttosPerNano / 2;
  const uint32_t attos = SubNanoAttos(at) + SubNanoAttos(by);
  return at.ns + by.ns + (attos >= kHalf) + (attos >= kAttosPerNano + kHalf);
}

}  // namespace aclprof
