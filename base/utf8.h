// utf8.h: what of some bytes is text.
//
// Threads  free functions.
// Source   the table of well-formed byte sequences in chapter 3 of the Unicode standard
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace aclprof {

// The length of the well-formed character at `at`, or 0.
size_t Utf8Length(std::string_view bytes, size_t at);
// For a person to read, on a terminal: control characters, and bytes that are no UTF-8, become \xNN.
std::string VisibleText(std::string_view bytes);

}  // namespace aclprof
