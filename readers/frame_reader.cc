#include "readers/frame_reader.h"

#include <algorithm>
#include <cstring>

#include "readers/trace_frames.h"

namespace aclprof {
namespace {

constexpr uint64_t kWindowBytes = 256u << 10;
constexpr uint32_t kFirstSkippableMagic = 0x184D2A50u;
constexpr uint32_t kSkippableMagics = 16;

// Where the next of our heads may begin in `bytes`, at or behind `from`.
size_t FindMagic(const Bytes& bytes, size_t from) {
  const auto* magic = reinterpret_cast<const unsigned char*>(&kSkippableMagic);
  return static_cast<size_t>(
      std::search(bytes.begin() + from, bytes.end(), magic, magic + sizeof(kSkippableMagic)) -
      bytes.begin());
}

}  // namespace

bool FrameReader::Read(uint64_t offset, uint64_t count, Bytes* bytes) {
  const Status read = file_->Read(offset, count, bytes);
  if (!read.ok()) status_ = read;
  return read.ok() && bytes->size() == count;
}

bool FrameReader::HeadAt(uint64_t offset, FrameHead* head) {
  Bytes bytes;
  if (!Read(offset, sizeof(FrameHead), &bytes)) return false;
  *head = Load<FrameHead>(bytes.data());
  return IsOurHead(*head);
}

bool FrameReader::ReadAt(uint64_t offset) {
  if (!HeadAt(offset, &head_)) return false;
  const uint64_t body_offset = offset + sizeof(FrameHead);
  if (BodyBytes(head_) > file_->size() - body_offset) return false;
  return Read(body_offset, BodyBytes(head_), &body_) && ChecksumHolds(head_, body_.data());
}

uint64_t FrameReader::EndOfForeignFrame(uint64_t offset) {
  Bytes head, tag;
  if (!Read(offset, kLz4HeadBytes, &head)) return 0;
  const auto magic = Load<uint32_t>(head.data());
  if (magic == kSkippableMagic || magic - kFirstSkippableMagic >= kSkippableMagics) return 0;
  if (Read(offset + kLz4HeadBytes, sizeof(kTraceTag), &tag) &&
      Load<uint32_t>(tag.data()) == kTraceTag) {
    return 0;
  }
  const uint64_t end = offset + kLz4HeadBytes + Load<uint32_t>(head.data() + sizeof(magic));
  return end <= file_->size() ? end : 0;
}

uint64_t FrameReader::FindNext(uint64_t from, uint64_t end) {
  while (from < end && status_.ok()) {
    (void)Read(from, std::min(kWindowBytes, end - from), &window_);
    for (size_t at = FindMagic(window_, 0); at < window_.size(); at = FindMagic(window_, at + 1)) {
      if (ReadAt(from + at)) return from + at;
      if (search_budget_ < body_.size()) return end;
      search_budget_ -= body_.size();
    }
    const size_t overlap = sizeof(kSkippableMagic) - 1;
    if (window_.size() <= overlap) break;
    from += window_.size() - overlap;
  }
  return end;
}

}  // namespace aclprof
