// json_shape.h: how deep and how large a JSON text is, before a parser spends time and memory on it.
//
// Shape    brackets and commas outside strings are counted; whether the rest is JSON is the parser's to say.
// Threads  a free function.
#pragma once

#include <cstddef>
#include <string_view>

namespace aclprof {

struct JsonShape {
  size_t objects = 0;  // how deep they are nested
  size_t arrays = 0;   // likewise
  size_t levels = 0;   // of both together
  size_t values = 1;   // or fewer
};

JsonShape ShapeOfJson(std::string_view text);

}  // namespace aclprof
