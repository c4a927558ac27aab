#include "export/json_text.h"

#include <algorithm>
#include <cstddef>

#include "base/utf8.h"
#include "export/utf8_text.h"

namespace aclprof {
namespace {

constexpr char kHex[] = "0123456789abcdef";

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

}  // namespace

std::string JsonEscaped(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (size_t at = 0; at < bytes.size();) {
    const size_t length = Utf8Length(bytes, at);
    if (length == 1) {
      AppendAscii(static_cast<unsigned char>(bytes[at]), &text);
    } else {
      text.append(length > 0 ? bytes.substr(at, length) : kReplacement);
    }
    at += std::max<size_t>(length, 1);
  }
  return text;
}

}  // namespace aclprof
