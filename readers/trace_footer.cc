#include "readers/trace_footer.h"

#include <utility>

namespace aclprof {
namespace {

constexpr uint64_t kEndFrameBytes = sizeof(FrameHead) + sizeof(FileEnd);

bool ReadEndAt(FrameReader* frames, uint64_t offset, FileEnd* footer) {
  return frames->ReadAt(offset) && frames->type() == FrameType::kEnd &&
         ParseEnd(frames->body(), footer);
}

// Those before it are a footer's: neither a block nor where a file begins or ends.
bool BelongsBeforeTheEnd(const FrameReader& frame) {
  if (frame.type() == FrameType::kHeader) return frame.repeated();
  return frame.type() != FrameType::kBlock && frame.type() != FrameType::kEnd;
}

bool ReadFrames(FrameReader* frames, uint64_t offset, uint64_t end, TracePart* part) {
  while (offset < end) {
    if (!frames->ReadAt(offset) || !BelongsBeforeTheEnd(*frames)) return false;
    if (!AddFrame(*frames, offset, part)) return false;
    offset += frames->frame_bytes();
  }
  return offset == end;
}

// One behind the other in [begin, end), as they were written.
bool AreInOrder(const std::vector<BlockRef>& blocks, uint64_t begin, uint64_t end) {
  uint64_t least = begin;
  for (const BlockRef& block : blocks) {
    const uint64_t frame_bytes = block.announced.fixed.frame_bytes;
    if (block.frame_offset < least || block.frame_offset > end) return false;
    if (frame_bytes > end - block.frame_offset) return false;
    least = block.frame_offset + frame_bytes;
  }
  return true;
}

}  // namespace

bool ReadFooter(FrameReader* frames, uint64_t end, TracePart* part) {
  FileEnd footer;
  if (end < kEndFrameBytes || !ReadEndAt(frames, end - kEndFrameBytes, &footer)) return false;
  if (footer.file_bytes > end || footer.footer_offset >= footer.file_bytes) return false;
  part->begin = end - footer.file_bytes;
  part->closed = true;
  const uint64_t footer_begin = part->begin + footer.footer_offset;
  if (!ReadFrames(frames, footer_begin, end - kEndFrameBytes, part)) return false;
  if (part->too_new) return true;
  if (!part->header || part->index.size() != footer.blocks) return false;
  for (IndexedBlock& entry : part->index) part->blocks.push_back(part->RefOf(std::move(entry)));
  part->index.clear();
  return AreInOrder(part->blocks, part->begin, footer_begin);
}

}  // namespace aclprof
