// json_text.h: any bytes as the inside of a JSON string.
//
// Shape    valid UTF-8 stays as it is; what is not valid becomes \xNN, visibly: JSON can't hold it.
// Source   RFC 8259; well-formed sequences as in table 3-7 of the Unicode standard.
#pragma once

#include <string>
#include <string_view>

namespace aclprof {

// Without the quotes around it.
std::string JsonEscaped(std::string_view bytes);

}  // namespace aclprof
