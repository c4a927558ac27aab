#include "format/mark_texts.h"

#include "base/byte_order.h"

namespace aclprof {
namespace {

void Take(MarkText what, std::string_view text, MarkTexts* texts) {
  if (what == MarkText::kCategory) texts->category = text;
  if (what == MarkText::kTag) texts->tag = text;
  if (what == MarkText::kCallStack) texts->call_stack = text;
}

void TakeBehind(std::string_view behind, MarkTexts* texts) {
  while (behind.size() >= sizeof(MarkTextHead)) {
    const auto head = Load<MarkTextHead>(behind.data());
    behind.remove_prefix(sizeof(head));
    const auto what = static_cast<MarkText>(head.what);
    if (what == MarkText::kEnd || head.bytes > behind.size()) return;
    Take(what, behind.substr(0, head.bytes), texts);
    behind.remove_prefix(head.bytes);
  }
}

}  // namespace

void AppendMarkText(MarkText what, std::string_view text, std::string* behind) {
  if (text.empty()) return;
  text = text.substr(0, UINT16_MAX);
  const MarkTextHead head{static_cast<uint16_t>(what), static_cast<uint16_t>(text.size())};
  behind->append(reinterpret_cast<const char*>(&head), sizeof(head));
  behind->append(text);
}

MarkTexts MarkTextsOf(std::string_view tail, uint32_t message_bytes) {
  MarkTexts texts;
  texts.message = tail.substr(0, message_bytes);
  const size_t behind = MessageRoom(texts.message.size());
  if (behind < tail.size()) TakeBehind(tail.substr(behind), &texts);
  return texts;
}

}  // namespace aclprof
