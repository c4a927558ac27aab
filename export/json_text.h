// json_text.h: any bytes as the inside of a JSON string.
//
// Shape    valid UTF-8 stays as it is; a byte that is not valid becomes U+FFFD: JSON can't hold it.
// Source   RFC 8259.
#pragma once

#include <string>
#include <string_view>

namespace aclprof {

// Without the quotes around it.
std::string JsonEscaped(std::string_view bytes);

}  // namespace aclprof
