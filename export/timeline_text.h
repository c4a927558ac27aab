// timeline_text.h: a text in the forms that the formats of timelines take.
#pragma once

#include <string>
#include <string_view>

#include "export/json_text.h"
#include "export/utf8_text.h"

namespace aclprof {

struct TimelineText {
  TimelineText() = default;
  explicit TimelineText(std::string_view bytes)
      : utf8(ValidUtf8(bytes)), json(JsonEscaped(bytes)) {}

  std::string utf8;
  std::string json;  // as it stands inside the quotes
};

}  // namespace aclprof
