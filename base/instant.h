// instant.h: points and spans of time with femtosecond resolution, so that captures finer than a nanosecond keep
// every digit.
//
// Units    ns: whole nanoseconds (of Unix time for an Instant). fs: the rest, 0..999,999 femtoseconds.
// Threads  value types.
#pragma once

#include <compare>
#include <cstdint>

namespace aclprof {

struct Span {
  int64_t ns = 0;
  uint32_t fs = 0;
  auto operator<=>(const Span&) const = default;
};

struct Instant {
  int64_t ns = 0;
  uint32_t fs = 0;
  auto operator<=>(const Instant&) const = default;
};

inline constexpr uint32_t kFemtosPerNano = 1000000;

constexpr Span operator+(Span a, Span b) {
  const uint32_t fs = a.fs + b.fs;
  return {a.ns + b.ns + fs / kFemtosPerNano, fs % kFemtosPerNano};
}

constexpr Instant operator+(Instant at, Span by) {
  const Span sum = Span{at.ns, at.fs} + by;
  return {sum.ns, sum.fs};
}

constexpr Span operator-(Instant a, Instant b) {
  const bool borrow = a.fs < b.fs;
  return {a.ns - b.ns - (borrow ? 1 : 0), a.fs + (borrow ? kFemtosPerNano : 0) - b.fs};
}

// The nearest whole nanosecond; a half rounds up.
constexpr int64_t RoundToNanos(Instant at) { return at.ns + (at.fs >= kFemtosPerNano / 2 ? 1 : 0); }
constexpr int64_t RoundToNanos(Span span) {
  return span.ns + (span.fs >= kFemtosPerNano / 2 ? 1 : 0);
}

}  // namespace aclprof
