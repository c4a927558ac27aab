#include "writers/frame_builder.h"

#include <algorithm>
#include <cassert>

#include "base/checksum.h"

namespace aclprof {
namespace {

void AppendText(std::string_view text, Bytes* bytes) {
  const auto length = static_cast<uint16_t>(std::min<size_t>(text.size(), UINT16_MAX));
  AppendValue(bytes, length);
  AppendBytes(bytes, text.data(), length);
}

}  // namespace

size_t BeginFrame(Bytes* bytes) {
  const size_t start = bytes->size();
  bytes->resize(start + sizeof(FrameHead));
  return start;
}

void EndFrame(Bytes* bytes, size_t start, FrameType type, uint16_t flags) {
  const size_t body_bytes = bytes->size() - start - sizeof(FrameHead);
  assert(body_bytes <= kMaxBodyBytes);  // readers refuse more
  FrameHead head{kSkippableMagic, static_cast<uint32_t>(bytes->size() - start - kLz4HeadBytes),
                 kTraceTag,       static_cast<uint16_t>(type),
                 flags,           0};
  head.checksum =
      Checksum(bytes->data() + start + sizeof(FrameHead), body_bytes, ChecksumSeed(head));
  Store(bytes->data() + start, head);
}

void AppendHeaderFrame(const FileHeader& header, std::span<const std::string_view> texts,
                       uint16_t flags, Bytes* bytes) {
  const size_t start = BeginFrame(bytes);
  AppendValue(bytes, header);
  for (std::string_view text : texts) AppendText(text, bytes);
  EndFrame(bytes, start, FrameType::kHeader, flags);
}

void AppendClockFrame(std::span<const ClockStamp> stamps, uint16_t flags, Bytes* bytes) {
  const size_t start = BeginFrame(bytes);
  AppendBytes(bytes, stamps.data(), stamps.size_bytes());
  EndFrame(bytes, start, FrameType::kClock, flags);
}

void AppendEndFrame(const FileEnd& end, Bytes* bytes) {
  const size_t start = BeginFrame(bytes);
  AppendValue(bytes, end);
  EndFrame(bytes, start, FrameType::kEnd);
}

void AppendDictionaryEntry(DictionaryRef ref, std::string_view entry, Bytes* body) {
  entry = entry.substr(0, kMaxEntryBytes);
  AppendValue(body, DictionaryEntryHead{static_cast<uint32_t>(ref.space), ref.id,
                                        static_cast<uint32_t>(entry.size())});
  AppendBytes(body, entry.data(), entry.size());
}

}  // namespace aclprof
