#include "writers/block_encoder.h"

#include <lz4frame.h>

#include <algorithm>
#include <string>

#include "base/checksum.h"
#include "format/trace_format.h"
#include "writers/frame_builder.h"
#include "writers/record_packer.h"
#include "writers/record_scan.h"

namespace aclprof {
namespace {

LZ4F_preferences_t FramePreferences(size_t content_bytes) {
  LZ4F_preferences_t preferences{};
  preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  preferences.frameInfo.contentSize = content_bytes;
  return preferences;
}

Status AppendLz4Frame(const Bytes& packed, Bytes* bytes, size_t* frame_bytes) {
  const LZ4F_preferences_t preferences = FramePreferences(packed.size());
  const size_t start = bytes->size();
  bytes->resize(start + LZ4F_compressFrameBound(packed.size(), &preferences));
  const size_t written = LZ4F_compressFrame(bytes->data() + start, bytes->size() - start,
                                            packed.data(), packed.size(), &preferences);
  if (LZ4F_isError(written))
    return Status(StatusCode::kInternal, std::string("LZ4: ") + LZ4F_getErrorName(written));
  bytes->resize(start + written);
  *frame_bytes = written;
  return Status();
}

void AppendAnnouncement(const EncodedBlock& block, BlockAnnouncement announcement,
                        std::span<const RecordGroup> groups, Bytes* bytes) {
  announcement.head_bytes = sizeof(BlockAnnouncement);
  announcement.packing = kPackingColumns;
  announcement.kinds = static_cast<uint16_t>(groups.size());
  announcement.ring_id = block.ring_id;
  announcement.sequence = block.sequence;
  announcement.first_position = block.first_position;
  announcement.last_position = block.last_position;
  announcement.first_time = block.first_time;
  announcement.last_time = block.last_time;
  const size_t start = BeginFrame(bytes);
  AppendValue(bytes, announcement);
  for (const RecordGroup& group : groups) {
    AppendValue(bytes, KindCount{group.kind, 0, static_cast<uint32_t>(group.records.size())});
  }
  EndFrame(bytes, start, FrameType::kBlock);
}

// The announcement carries the checksum of the frame behind it, so it is built last and put in front.
Status AppendBlock(const BlockSource& source, std::span<const RecordGroup> groups,
                   const Bytes& packed, EncodedBlock* block) {
  const size_t room =
      sizeof(FrameHead) + sizeof(BlockAnnouncement) + groups.size() * sizeof(KindCount);
  block->bytes.resize(room);
  BlockAnnouncement announcement{};
  size_t frame_bytes = 0;
  Status compressed = AppendLz4Frame(packed, &block->bytes, &frame_bytes);
  if (!compressed.ok()) return compressed;
  announcement.frame_bytes = static_cast<uint32_t>(frame_bytes);
  announcement.packed_bytes = packed.size();
  announcement.frame_checksum = Checksum(block->bytes.data() + room, frame_bytes);
  announcement.dropped_so_far = source.dropped_so_far;
  Bytes front;
  front.reserve(room);
  AppendAnnouncement(*block, announcement, groups, &front);
  std::copy(front.begin(), front.end(), block->bytes.begin());
  return Status();
}

void Reset(const BlockSource& source, EncodedBlock* block) {
  block->bytes.clear();
  block->refs.clear();
  block->counts = {};
  block->excluded = 0;
  block->first_time = block->last_time = 0;
  block->ring_id = source.ring_id;
  block->sequence = source.sequence;
  block->first_position = source.first_position;
  block->last_position = source.first_position + source.bytes;
}

void NoteFacts(RecordFacts* facts, EncodedBlock* block) {
  block->first_time = facts->times.first();
  block->last_time = facts->times.last();
  facts->names.Add(DictionarySpace::kRing, std::span(&block->ring_id, 1));
  facts->names.MoveTo(&block->refs);
}

Status EncodeChecked(const BlockSource& source, EncodedBlock* block) {
  RecordScan scan;
  Status scanned = ScanRecords(source, &scan);
  if (!scanned.ok()) return scanned;
  block->excluded = scan.excluded;
  if (scan.records.empty()) return Status();
  std::vector<RecordRef> sorted;
  const std::vector<RecordGroup> groups = GroupByKind(scan, &sorted);
  Bytes packed;
  packed.reserve(source.bytes);
  RecordFacts facts;
  PackRecords(scan, groups, &packed, &facts);
  NoteFacts(&facts, block);
  Status appended = AppendBlock(source, groups, packed, block);
  if (appended.ok()) block->counts = scan.counts;
  return appended;
}

}  // namespace

Status EncodeBlock(const BlockSource& source, EncodedBlock* block) {
  Reset(source, block);
  if (source.bytes > kMaxBlockBytes) {
    return Status(StatusCode::kInvalidArgument,
                  "a block of " + std::to_string(source.bytes) + " bytes is too big");
  }
  Status encoded = EncodeChecked(source, block);
  if (!encoded.ok()) block->bytes.clear();
  return encoded;
}

}  // namespace aclprof
