#include "core/stamp_texts.h"

#include <cstring>

#include "format/mark_texts.h"

namespace aclprof {

std::string TextsBehindMessage(const Stamp& stamp, std::string_view category) {
  std::string behind;
  AppendMarkText(MarkText::kCategory, category, &behind);
  AppendMarkText(MarkText::kTag, {stamp.tag.data(), stamp.tag_bytes}, &behind);
  AppendMarkText(MarkText::kCallStack, {stamp.call_stack.data(), stamp.call_stack_bytes}, &behind);
  behind.resize(MessageRoom(behind.size()));
  return behind;
}

size_t TailBytes(uint32_t message_bytes, std::string_view behind) {
  return behind.empty() ? message_bytes : MessageRoom(message_bytes) + behind.size();
}

void PutTail(std::string_view message, std::string_view behind, void* place) {
  auto* const bytes = static_cast<char*>(place);
  std::memcpy(bytes, message.data(), message.size());
  if (behind.empty()) return;
  const size_t room = MessageRoom(message.size());
  std::memset(bytes + message.size(), 0, room - message.size());
  std::memcpy(bytes + room, behind.data(), behind.size());
}

}  // namespace aclprof
