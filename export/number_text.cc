#include "export/number_text.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace aclprof {
namespace {

char* PutSixDigits(char* at, unsigned value) {
  return PutThreeDigits(PutThreeDigits(at, value / 1000), value % 1000);
}

char* DropTrailingZeros(char* end) {
  while (end[-1] == '0') --end;
  return end[-1] == '.' ? end - 1 : end;
}

}  // namespace

char* PutSigned(char* at, int64_t value) {
  if (value < 0) *at++ = '-';
  const auto bits = static_cast<uint64_t>(value);
  return PutUnsigned(at, value < 0 ? 0 - bits : bits);
}

char* PutUnsigned128(char* at, unsigned __int128 value) {
  constexpr uint64_t kBillion = 1000000000;
  if (value <= UINT64_MAX) return PutUnsigned(at, static_cast<uint64_t>(value));
  at = PutUnsigned128(at, value / kBillion);
  const auto rest = static_cast<uint64_t>(value % kBillion);
  at = PutThreeDigits(at, static_cast<unsigned>(rest / 1000000));
  return PutSixDigits(at, static_cast<unsigned>(rest % 1000000));
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

std::string MicrosText(int64_t ns) {
  char text[kNumberTextBytes];
  return std::string(text, PutMicros(text, ns));
}

}  // namespace aclprof
