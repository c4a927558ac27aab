#include "export/number_text.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace aclprof {
namespace {

constexpr char kPairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

char* PutPair(char* at, unsigned value) {
  std::memcpy(at, kPairs + 2 * value, 2);
  return at + 2;
}

char* PutThreeDigits(char* at, unsigned value) {
  *at = static_cast<char>('0' + value / 100);
  return PutPair(at + 1, value % 100);
}

char* PutSixDigits(char* at, unsigned value) {
  return PutThreeDigits(PutThreeDigits(at, value / 1000), value % 1000);
}

uint64_t Magnitude(int64_t value) {
  return value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

char* DropTrailingZeros(char* end) {
  while (end[-1] == '0') --end;
  return end[-1] == '.' ? end - 1 : end;
}

}  // namespace

char* PutUnsigned(char* at, uint64_t value) {
  char digits[20];
  char* first = digits + sizeof(digits);
  while (value >= 100) {
    first -= 2;
    PutPair(first, static_cast<unsigned>(value % 100));
    value /= 100;
  }
  if (value >= 10) {
    first -= 2;
    PutPair(first, static_cast<unsigned>(value));
  } else {
    *--first = static_cast<char>('0' + value);
  }
  const auto length = static_cast<size_t>(digits + sizeof(digits) - first);
  std::memcpy(at, first, length);
  return at + length;
}

char* PutSigned(char* at, int64_t value) {
  if (value < 0) *at++ = '-';
  return PutUnsigned(at, Magnitude(value));
}

char* PutUnsigned128(char* at, unsigned __int128 value) {
  constexpr uint64_t kBillion = 1000000000;
  if (value <= UINT64_MAX) return PutUnsigned(at, static_cast<uint64_t>(value));
  at = PutUnsigned128(at, value / kBillion);
  const auto rest = static_cast<uint64_t>(value % kBillion);
  at = PutThreeDigits(at, static_cast<unsigned>(rest / 1000000));
  return PutSixDigits(at, static_cast<unsigned>(rest % 1000000));
}

char* PutMicros(char* at, int64_t ns) {
  if (ns < 0) *at++ = '-';
  const uint64_t magnitude = Magnitude(ns);
  at = PutUnsigned(at, magnitude / 1000);
  *at++ = '.';
  return PutThreeDigits(at, static_cast<unsigned>(magnitude % 1000));
}

char* PutMicrosSixDecimals(char* at, int64_t ns) { return PutThreeDigits(PutMicros(at, ns), 0); }

char* PutMicrosExact(char* at, Span span) {
  at = PutMicros(at, span.ns);
  if (SubNanoAttos(span) == 0) return at;
  return DropTrailingZeros(PutThreeDigits(PutSixDigits(at, span.fs), span.as));
}

char* PutThousandths(char* at, unsigned __int128 thousandths) {
  at = PutUnsigned128(at, thousandths / 1000);
  *at++ = '.';
  return DropTrailingZeros(PutThreeDigits(at, static_cast<unsigned>(thousandths % 1000)));
}

char* PutKiB(char* at, uint64_t bytes) {
  return PutThousandths(at, (static_cast<unsigned __int128>(bytes) * 1000 + 512) / 1024);
}

char* PutDouble(char* at, double value) {
  if (!std::isfinite(value)) {
    std::memcpy(at, "null", 4);
    return at + 4;
  }
  return std::to_chars(at, at + kNumberTextBytes, value).ptr;
}

}  // namespace aclprof
