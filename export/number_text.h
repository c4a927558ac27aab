// number_text.h: numbers as the tables and the timeline write them, into memory that has room.
//
// Shape    every function writes at `at` and returns where the text ends; none writes more than
//          kNumberTextBytes, what it may leave behind its end included.
// Units    arguments are nanoseconds, the text is microseconds, where the name says Micros.
// Source   reference tables of the vendor's tool; docs/export.md, "Numbers".
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/instant.h"
#include "export/text_sink.h"

namespace aclprof {

inline constexpr size_t kNumberTextBytes = 48;

// The eight digits of a number below 100,000,000 as values of bytes, the first in the lowest: four numbers of two
// digits, then eight of one, are made side by side in one word.
inline uint64_t EightDigits(uint32_t value) {
  const uint64_t fours = value / 10000 | uint64_t{value % 10000} << 32;
  const uint64_t hundreds = fours * 5243 >> 19 & 0x0000007F0000007F;  // / 100
  const uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
  const uint64_t tens = twos * 103 >> 10 & 0x000F000F000F000F;  // / 10
  return tens | (twos - tens * 10) << 8;
}

inline constexpr uint64_t kAsciiZeros = 0x3030303030303030;

inline char* PutEightDigits(char* at, uint32_t value) {
  const uint64_t text = EightDigits(value) + kAsciiZeros;
  std::memcpy(at, &text, sizeof(text));
  return at + sizeof(text);
}

// Without leading zeros, below 100,000,000. All eight are written, and what is behind the last is of no meaning.
inline char* PutUpToEightDigits(char* at, uint32_t value) {
  const uint64_t digits = EightDigits(value);
  const int zeros = std::countr_zero(digits | uint64_t{1} << 56) / 8;
  const uint64_t text = (digits + kAsciiZeros) >> 8 * zeros;
  std::memcpy(at, &text, sizeof(text));
  return at + sizeof(text) - zeros;
}

inline char* PutUnsigned(char* at, uint64_t value) {
  constexpr uint64_t kEight = 100000000;
  if (value < 10) {
    *at = static_cast<char>('0' + value);
    return at + 1;
  }
  if (value < kEight) return PutUpToEightDigits(at, static_cast<uint32_t>(value));
  const uint64_t high = value / kEight;
  at = high < kEight ? PutUpToEightDigits(at, static_cast<uint32_t>(high))
                     : PutEightDigits(PutUpToEightDigits(at, static_cast<uint32_t>(high / kEight)),
                                      static_cast<uint32_t>(high % kEight));
  return PutEightDigits(at, static_cast<uint32_t>(value % kEight));
}

inline char* PutThreeDigits(char* at, uint32_t value) {
  const uint32_t tens = value / 10;
  at[0] = static_cast<char>('0' + tens / 10);
  at[1] = static_cast<char>('0' + tens % 10);
  at[2] = static_cast<char>('0' + value % 10);
  return at + 3;
}

// Exactly three decimals: 1234 gives "1.234".
inline char* PutMicros(char* at, int64_t ns) {
  if (ns < 0) *at++ = '-';
  const uint64_t magnitude = ns < 0 ? 0 - static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
  at = PutUnsigned(at, magnitude / 1000);
  *at++ = '.';
  return PutThreeDigits(at, static_cast<uint32_t>(magnitude % 1000));
}

// PutMicros of times that lie near each other: what they have in common above 100 seconds is made into text once.
class NearMicros {
 public:
  char* Put(char* at, int64_t ns) {
    constexpr uint64_t kHundredSeconds = 100000000;
    if (ns < 0) return PutMicros(at, ns);
    const uint64_t micros = static_cast<uint64_t>(ns) / 1000;
    const uint64_t high = micros / kHundredSeconds;
    if (high == 0) return PutMicros(at, ns);
    if (high != high_) Remember(high);
    std::memcpy(at, text_, sizeof(text_));
    at = PutEightDigits(at + length_, static_cast<uint32_t>(micros % kHundredSeconds));
    *at++ = '.';
    return PutThreeDigits(at, static_cast<uint32_t>(static_cast<uint64_t>(ns) % 1000));
  }

 private:
  void Remember(uint64_t high) {
    high_ = high;
    length_ = static_cast<size_t>(PutUnsigned(text_, high) - text_);
  }

  uint64_t high_ = 0;
  size_t length_ = 0;
  char text_[16] = {};  // up to eight digits, and what PutUnsigned leaves behind them
};

char* PutSigned(char* at, int64_t value);
// All digits of a number that may be above 2^64.
char* PutUnsigned128(char* at, unsigned __int128 value);
// Exactly six decimals, the last three of them 0: how waits are written.
char* PutMicrosSixDecimals(char* at, int64_t ns);
// Three decimals, or as many as what is below the nanosecond needs: "13.780", "9.800203125".
char* PutMicrosExact(char* at, Span span);
std::string MicrosText(int64_t ns);
// A count of thousandths, trailing zeros dropped: 6670 gives "6.67", 0 gives "0".
char* PutThousandths(char* at, unsigned __int128 thousandths);
// Bytes in units of 1024 with at most three decimals, trailing zeros dropped.
char* PutKiB(char* at, uint64_t bytes);
// The shortest text that reads back as the same double; "null" for what JSON has no number for.
char* PutDouble(char* at, double value);

// The same, into a sink: Put(sink, PutMicros, 1234).
// Always inline, so that the function is known and can be too.
template <typename Function, typename... Values>
[[gnu::always_inline]] inline void Put(TextSink* sink, Function put, Values... values) {
  sink->Advance(put(sink->Reserve(kNumberTextBytes), values...));
}

}  // namespace aclprof
