#include "readers/trace_part.h"

namespace aclprof {
namespace {

// The footer's copy counts where the first one is damaged.
bool AddHeader(const FrameReader& frame, TracePart* part) {
  if (frame.repeated() && part->header) return true;
  FormatVersion version;
  ByteReader body = frame.body();
  if (!body.Read(&version)) return false;
  if (version.major > kFormatMajor) {
    part->too_new = version;
    return true;
  }
  TraceHeader header;
  if (!ParseHeader(frame.body(), &header)) return false;
  part->stamps.push_back(header.fixed.opened);
  part->header = std::move(header);
  return true;
}

bool AddNames(ByteReader body, TracePart* part) {
  return ParseDictionary(body, [part](DictionaryRef ref, std::string_view text) {
    part->names.emplace_back(ref, text);
  });
}

bool AddBlock(ByteReader body, uint64_t frame_offset, TracePart* part) {
  BlockRef block;
  if (!ParseAnnouncement(body, &block.announced)) return false;
  block.frame_offset = frame_offset;
  part->blocks.push_back(std::move(block));
  return true;
}

// What the frames of one file say of the session adds up.
bool AddLedger(ByteReader body, TracePart* part) {
  Ledger ledger;
  uint32_t scope = kLedgerOfFile;
  if (!ParseLedger(body, &scope, &ledger)) return false;
  if (scope != kLedgerOfSession) return true;
  if (!part->session_ledger) part->session_ledger.emplace();
  *part->session_ledger += ledger;
  return true;
}

bool AddEnd(ByteReader body, uint64_t end_offset, TracePart* part) {
  FileEnd end;
  if (!ParseEnd(body, &end)) return false;
  if (end.file_bytes <= end_offset) part->begin = end_offset - end.file_bytes;
  part->closed = true;
  return true;
}

}  // namespace

BlockRef TracePart::RefOf(IndexedBlock entry) const {
  BlockRef ref;
  ref.frame_offset = begin + entry.offset + sizeof(FrameHead) + entry.body_bytes;
  ref.announced = std::move(entry.block);
  return ref;
}

bool AddFrame(const FrameReader& frame, uint64_t offset, TracePart* part) {
  const uint64_t end_offset = offset + frame.frame_bytes();
  switch (frame.type()) {
    case FrameType::kHeader:
      return AddHeader(frame, part);
    case FrameType::kDictionary:
      return AddNames(frame.body(), part);
    case FrameType::kClock:
      return ParseClocks(frame.body(), &part->stamps);
    case FrameType::kBlock:
      return AddBlock(frame.body(), end_offset, part);
    case FrameType::kIndex:
      return ParseIndex(frame.body(), &part->index);
    case FrameType::kLedger:
      return AddLedger(frame.body(), part);
    case FrameType::kEnd:
      return AddEnd(frame.body(), end_offset, part);
  }
  ++part->unknown_frames;
  return true;
}

}  // namespace aclprof
