#include "base/utf8.h"

namespace aclprof {
namespace {

bool InRange(unsigned char byte, unsigned char low, unsigned char high) {
  return byte >= low && byte <= high;
}

// The second byte is what rules out overlong forms, surrogates and what is above U+10FFFF.
bool SecondByteFits(unsigned char first, unsigned char second) {
  switch (first) {
    case 0xE0:
      return InRange(second, 0xA0, 0xBF);
    case 0xED:
      return InRange(second, 0x80, 0x9F);
    case 0xF0:
      return InRange(second, 0x90, 0xBF);
    case 0xF4:
      return InRange(second, 0x80, 0x8F);
    default:
      return InRange(second, 0x80, 0xBF);
  }
}

size_t LengthByFirstByte(unsigned char first) {
  if (first < 0x80) return 1;
  if (InRange(first, 0xC2, 0xDF)) return 2;
  if (InRange(first, 0xE0, 0xEF)) return 3;
  return InRange(first, 0xF0, 0xF4) ? 4 : 0;
}

}  // namespace

size_t Utf8Length(std::string_view bytes, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
  const size_t length = LengthByFirstByte(byte(0));
  if (length < 2) return length;
  if (at + length > bytes.size() || !SecondByteFits(byte(0), byte(1))) return 0;
  for (size_t i = 2; i < length; ++i) {
    if (!InRange(byte(i), 0x80, 0xBF)) return 0;
  }
  return length;
}

std::string VisibleText(std::string_view bytes) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string text;
  for (size_t at = 0; at < bytes.size();) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    const size_t length = Utf8Length(bytes, at);
    // U+0080 to U+009F are control characters, too.
    const bool c1 = length == 2 && byte == 0xC2 && static_cast<unsigned char>(bytes[at + 1]) < 0xA0;
    if (length == 0 || byte < 0x20 || byte == 0x7F || c1) {
      text.append({'\\', 'x', kHex[byte >> 4], kHex[byte & 15]});
      ++at;
    } else {
      text.append(bytes.substr(at, length));
      at += length;
    }
  }
  return text;
}

}  // namespace aclprof
