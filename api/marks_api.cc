// The user marks of acl_prof.h (msproftx), and those of its functions that only dlsym finds.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "acl/acl_prof.h"
#include "api/c_boundary.h"
#include "api/dlsym_api.h"
#include "api/runtime_registry.h"
#include "api/user_marks.h"
#include "core/process.h"
#include "core/producer_registration.h"

namespace {

using aclprof::ControlCode;
using aclprof::LibraryScope;
using aclprof::MarksAreCollected;
using aclprof::Process;
using aclprof::RangeStack;
using aclprof::Stamp;
using aclprof::UserMarks;

// The vendor's PROFILING_FAILED: not an aclError, and without a text, since calls while nobody profiles are usual.
constexpr aclError kMarkFailed = -1;

aclError Answer(bool done) { return done ? ACL_SUCCESS : kMarkFailed; }

// With the stamp, where it is a live one and marks are collected.
template <typename Use>
aclError WithStamp(void* pointer, Use use) {
  Process* const process = Process::Existing();
  if (process == nullptr) return kMarkFailed;
  UserMarks marks(process);
  Stamp* const stamp = marks.Live(pointer);
  return Answer(stamp != nullptr && use(marks, *stamp));
}

bool RangesAreCollected() { return MarksAreCollected(ACLPROFX_KIND_RANGE); }

// Takes the whole text or none of it.
template <size_t kMost, typename Bytes>
bool SetText(const char* text, size_t bytes, std::array<char, kMost>* place, Bytes* length) {
  if (text == nullptr || bytes > kMost) return false;
  std::memcpy(place->data(), text, bytes);
  *length = static_cast<Bytes>(bytes);
  return true;
}

// Takes the text, or as many of its characters as there is room for, and says how long it was: who sets a stack and gives up
// when it is refused would lose the mark.
template <size_t kMost, typename Bytes>
bool SetTextOrBegin(const char* text, size_t bytes, std::array<char, kMost>* place, Bytes* length) {
  if (text == nullptr || bytes <= kMost) return SetText(text, bytes, place, length);
  char note[40];
  const int note_bytes = std::snprintf(note, sizeof(note), "...(of %zu bytes)", bytes);
  size_t kept = kMost - static_cast<size_t>(note_bytes);
  while (kept > 0 && (text[kept] & 0xC0) == 0x80) --kept;  // not within a character
  std::memcpy(place->data(), text, kept);
  std::memcpy(place->data() + kept, note, static_cast<size_t>(note_bytes));
  *length = static_cast<Bytes>(kept + static_cast<size_t>(note_bytes));
  return true;
}

bool SetMessage(Stamp* stamp, const char* text, size_t bytes) {
  return SetText(text, bytes, &stamp->message, &stamp->message_bytes);
}

// What the vendor takes for the name of an operator that a range describes.
void SetOperatorName(Stamp* stamp, uint64_t name_id) {
  const auto id = static_cast<uint32_t>(name_id);
  std::string_view name;
  if (id != name_id ||
      !aclprof::ProcessNames().Lookup({aclprof::DictionarySpace::kString, id}, &name))
    return;
  SetMessage(stamp, name.data(), std::min<size_t>(name.size(), Stamp::kMessageBytes));
}

}  // namespace

extern "C" {

void* aclprofCreateStamp(void) {
  Process* const process = Process::Existing();
  // A signal handler in the middle of a call of ours would wait for a lock that its own thread holds.
  if (process == nullptr || LibraryScope::Inside()) return nullptr;
  const LibraryScope inside;
  return UserMarks(process).Create();
}

void aclprofDestroyStamp(void* stamp) {
  Process* const process = Process::Existing();
  if (process == nullptr || LibraryScope::Inside()) return;
  const LibraryScope inside;
  UserMarks(process).Destroy(stamp);
}

aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t msgLen) {
  return WithStamp(stamp,
                   [&](UserMarks&, Stamp& found) { return SetMessage(&found, msg, msgLen); });
}

aclError aclprofMark(void* stamp) {
  return WithStamp(stamp, [](UserMarks& marks, Stamp& found) { return marks.Mark(found); });
}

aclError aclprofMarkEx(const char* msg, size_t msgLen, aclrtStream stream) {
  Process* const process = Process::Existing();
  if (process == nullptr || !MarksAreCollected(ACLPROFX_KIND_MARK)) return kMarkFailed;
  if (msg == nullptr || stream == nullptr || msgLen == 0 || msgLen > Stamp::kMessageBytes)
    return kMarkFailed;
  if (strnlen(msg, msgLen + 1) != msgLen) return kMarkFailed;
  const std::string_view message(msg, msgLen);
  uint64_t connection_id = 0;
  const aclError placed = aclprof::Guarded(
      __func__, [&] { return aclprof::MarkOnStream(stream, message, &connection_id); });
  return Answer(placed == ACL_SUCCESS && UserMarks(process).MarkLinked(message, connection_id));
}

aclError aclprofPush(void* stamp) {
  return WithStamp(
      stamp, [](UserMarks& marks, Stamp& found) { return marks.Push(RangeStack::kStamps, found); });
}

aclError aclprofPop(void) {
  Process* const process = Process::Existing();
  return Answer(process != nullptr && UserMarks(process).Pop(RangeStack::kStamps));
}

aclError aclprofRangeStart(void* stamp, uint32_t* rangeId) {
  if (rangeId == nullptr) return kMarkFailed;
  return WithStamp(stamp, [rangeId](UserMarks& marks, Stamp& found) {
    const uint32_t id = marks.BeginRange(found);
    if (id != 0) *rangeId = id;
    return id != 0;
  });
}

aclError aclprofRangeStop(uint32_t rangeId) {
  Process* const process = Process::Existing();
  return Answer(process != nullptr && UserMarks(process).EndRange(rangeId));
}

aclError aclprofRangePushEx(aclprofEventAttributes* attr) {
  Process* const process = Process::Existing();
  if (process == nullptr || !RangesAreCollected()) return kMarkFailed;
  if (attr == nullptr || attr->message.tensorInfo == nullptr)
    return aclprof::AnswerOf(__func__, ControlCode::kNullArgument,
                             "attr or its tensorInfo is NULL");
  if (attr->messageType != ACL_PROF_MESSAGE_TYPE_TENSOR_INFO) return kMarkFailed;
  Stamp stamp;
  SetOperatorName(&stamp, attr->message.tensorInfo->opNameId);
  return Answer(UserMarks(process).Push(RangeStack::kOperators, stamp));
}

aclError aclprofRangePop(void) {
  Process* const process = Process::Existing();
  if (process == nullptr || !RangesAreCollected()) return kMarkFailed;
  if (UserMarks(process).Pop(RangeStack::kOperators)) return ACL_SUCCESS;
  return aclprof::AnswerOf(__func__, ControlCode::kBadArgument,
                           "this thread has no range of aclprofRangePushEx");
}

uint64_t aclprofStr2Id(const char* message) {
  if (message == nullptr) return UINT64_MAX;
  const uint32_t id = aclprof::InternString(message);
  return id == aclprof::kUnknownId ? UINT64_MAX : id;
}

// Whatever its type, the value is eight bytes: the vendor's is a union.
int32_t aclprofSetStampPayload(void* stamp, const int32_t type, void* value) {
  return WithStamp(stamp, [type, value](UserMarks&, Stamp& found) {
    if (value == nullptr || type < 0 || type > UINT16_MAX) return false;
    found.payload_type = static_cast<uint16_t>(type);
    std::memcpy(&found.payload_value, value, sizeof(found.payload_value));
    return true;
  });
}

int32_t aclprofSetStampCategory(void* stamp, uint32_t category) {
  return WithStamp(stamp, [category](UserMarks&, Stamp& found) {
    found.category = category;
    return true;
  });
}

// Gone from the vendor's library; old clients still call them, and want 0.
int32_t aclprofSetStampTagName(void* stamp, const char* tagName, uint16_t len) {
  return WithStamp(stamp, [tagName, len](UserMarks&, Stamp& found) {
    return SetTextOrBegin(tagName, len, &found.tag, &found.tag_bytes);
  });
}

int32_t aclprofSetStampCallStack(void* stamp, const char* callStack, uint32_t len) {
  return WithStamp(stamp, [callStack, len](UserMarks&, Stamp& found) {
    return SetTextOrBegin(callStack, len, &found.call_stack, &found.call_stack_bytes);
  });
}

int32_t aclprofSetCategoryName(uint32_t category, const char* categoryName) {
  Process* const process = Process::Existing();
  if (process == nullptr || categoryName == nullptr || !MarksAreCollected(ACLPROFX_KIND_MARK))
    return kMarkFailed;
  if (LibraryScope::Inside()) return kMarkFailed;
  const LibraryScope inside;
  return Answer(process->categories.Set(category, categoryName));
}

}  // extern "C"
