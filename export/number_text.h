// number_text.h: numbers as the tables and the timeline write them, into memory that has room.
//
// Shape    every function writes at `at` and returns where the text ends; none writes more than
//          kNumberTextBytes, what it may leave behind its end included.
// Units    arguments are nanoseconds, the text is microseconds, where the name says Micros.
// Source   reference tables of the vendor's tool; docs/export.md, "Numbers".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "export/text_sink.h"

namespace aclprof {

inline constexpr size_t kNumberTextBytes = 48;

// What stands between numbers; of a length known to the compiler it is a move or two.
inline char* PutText(char* at, std::string_view text) {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

// Three digits as text, the first in the lowest byte, and above them how many are leading zeros, at most two.
inline constexpr auto kThreeDigits = [] {
  std::array<uint32_t, 1000> texts{};
  for (uint32_t i = 0; i < 1000; ++i) {
    const uint32_t digits = i / 100 | i / 10 % 10 << 8 | i % 10 << 16;
    texts[i] = digits + 0x303030 + ((i < 100) + (i < 10)) * 0x1000000u;
  }
  return texts;
}();

inline void PutFourBytes(char* at, uint32_t bytes) { std::memcpy(at, &bytes, sizeof(bytes)); }

// `value` is below 1000 here and in the next.
inline char* PutThreeDigits(char* at, uint64_t value) {
  PutFourBytes(at, kThreeDigits[value]);
  return at + 3;
}

inline char* PutUpToThreeDigits(char* at, uint64_t value) {
  const uint32_t text = kThreeDigits[value];
  const uint32_t zeros = text >> 24;
  PutFourBytes(at, text >> 8 * zeros);
  return at + 3 - zeros;
}

inline char* PutUnsigned(char* at, uint64_t value) {
  if (value < 1000) return PutUpToThreeDigits(at, value);
  return PutThreeDigits(PutUnsigned(at, value / 1000), value % 1000);
}

// Exactly three decimals: 1234 gives "1.234".
inline char* PutMicros(char* at, int64_t ns) {
  if (ns < 0) *at++ = '-';
  const uint64_t magnitude = ns < 0 ? 0 - static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
  at = PutUnsigned(at, magnitude / 1000);
  *at++ = '.';
  return PutThreeDigits(at, magnitude % 1000);
}

// PutMicros of times that lie near each other: the seconds, which most have in common, are made into text once.
class NearMicros {
 public:
  char* Put(char* at, int64_t ns) {
    constexpr int64_t kSecond = 1000000000;
    if (ns < kSecond) return PutMicros(at, ns);
    const uint64_t seconds = static_cast<uint64_t>(ns) / kSecond;
    const auto rest = static_cast<uint32_t>(static_cast<uint64_t>(ns) % kSecond);
    if (seconds != seconds_) Remember(seconds);
    std::memcpy(at, text_, sizeof(text_));
    at = PutThreeDigits(PutThreeDigits(at + length_, rest / 1000000), rest / 1000 % 1000);
    *at++ = '.';
    return PutThreeDigits(at, rest % 1000);
  }

 private:
  void Remember(uint64_t seconds) {
    seconds_ = seconds;
    length_ = static_cast<size_t>(PutUnsigned(text_, seconds) - text_);
  }

  uint64_t seconds_ = 0;
  size_t length_ = 0;
  char text_[16] = {};  // up to ten digits, and what PutUnsigned leaves behind them
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
