#include "export/json_text.h"

#include <cstddef>

namespace aclprof {
namespace {

constexpr char kHex[] = "0123456789abcdef";

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
  if (InRange(first, 0xC2, 0xDF)) return 2;
  if (InRange(first, 0xE0, 0xEF)) return 3;
  return InRange(first, 0xF0, 0xF4) ? 4 : 0;
}

// The length of the well-formed sequence of several bytes at `at`, or 0.
size_t SequenceLength(std::string_view bytes, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
  const size_t length = LengthByFirstByte(byte(0));
  if (length == 0 || at + length > bytes.size() || !SecondByteFits(byte(0), byte(1))) return 0;
  for (size_t i = 2; i < length; ++i) {
    if (!InRange(byte(i), 0x80, 0xBF)) return 0;
  }
  return length;
}

void AppendHex(unsigned char byte, std::string* text) {
  *text += kHex[byte >> 4];
  *text += kHex[byte & 15];
}

void AppendAscii(unsigned char byte, std::string* text) {
  switch (byte) {
    case '"':
      *text += "\\\"";
      return;
    case '\\':
      *text += "\\\\";
      return;
    case '\n':
      *text += "\\n";
      return;
    case '\r':
      *text += "\\r";
      return;
    case '\t':
      *text += "\\t";
      return;
    default:
      break;
  }
  if (byte >= 0x20 && byte != 0x7F) {
    *text += static_cast<char>(byte);
    return;
  }
  *text += "\\u00";
  AppendHex(byte, text);
}

void AppendInvalid(unsigned char byte, std::string* text) {
  *text += "\\\\x";
  AppendHex(byte, text);
}

}  // namespace

std::string JsonEscaped(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (size_t at = 0; at < bytes.size();) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    const size_t length = byte < 0x80 ? 1 : SequenceLength(bytes, at);
    if (byte < 0x80) {
      AppendAscii(byte, &text);
    } else if (length > 0) {
      text.append(bytes.substr(at, length));
    } else {
      AppendInvalid(byte, &text);
    }
    at += length > 0 ? length : 1;
  }
  return text;
}

}  // namespace aclprof
