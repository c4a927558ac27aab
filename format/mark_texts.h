// mark_texts.h: the texts of a mark or range: its message, and what may stand behind that in the record.
//
// Shape    behind the struct: message_bytes of message, then up to a multiple of 8 bytes that mean nothing, then for each
//          further text a MarkTextHead and its bytes.
// Errors   a text that would reach beyond the record is none, nor is any behind it; unknown ones are stepped over.
// Source   trace_format.md, "Marks and ranges".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace aclprof {

enum class MarkText : uint16_t {
  kEnd = 0,       // what follows is padding
  kCategory = 1,  // the name of the category
  kTag = 2,
  kCallStack = 3,
};

struct MarkTextHead {
  uint16_t what;  // MarkText
  uint16_t bytes;
};
static_assert(sizeof(MarkTextHead) == 4);

// Empty where there is none. Valid as long as the record.
struct MarkTexts {
  std::string_view message;
  std::string_view category;
  std::string_view tag;
  std::string_view call_stack;
};

// How much the message takes where another text stands behind it.
constexpr size_t MessageRoom(size_t message_bytes) { return (message_bytes + 7) & ~size_t{7}; }

// Adds nothing for an empty text; what is longer than a head can say is cut.
void AppendMarkText(MarkText what, std::string_view text, std::string* behind);

// tail: everything behind the struct.
MarkTexts MarkTextsOf(std::string_view tail, uint32_t message_bytes);

}  // namespace aclprof
