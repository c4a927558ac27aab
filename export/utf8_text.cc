#include "export/utf8_text.h"

#include <algorithm>

#include "base/utf8.h"

namespace aclprof {
std::string ValidUtf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (size_t at = 0; at < bytes.size();) {
    const size_t length = Utf8Length(bytes, at);
    text.append(length > 0 ? bytes.substr(at, length) : kReplacement);
    at += std::max<size_t>(length, 1);
  }
  return text;
}

}  // namespace aclprof
