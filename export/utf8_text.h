// utf8_text.h: any bytes as valid UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace aclprof {

// U+FFFD, which stands for each byte that is not part of a well-formed sequence.
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::string ValidUtf8(std::string_view bytes);

}  // namespace aclprof
