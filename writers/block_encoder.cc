#include "writers/block_encoder.h"

#include <algorithm>
#include <string>

#include "base/checksum.h"
#include "format/trace_format.h"
#include "writers/frame_builder.h"
#include "writers/lz4_frame.h"
#include "writers/record_packer.h"
#include "writers/record_scan.h"

namespace aclprof {
namespace {

// Columns that are packed to the bit hold little for LZ4 to find, so it need not look hard; texts and counters behind
// records are as they came, and in a small block looking costs nothing.
int AccelerationFor(size_t tail_bytes, size_t packed_bytes) {
  constexpr size_t kSmallBytes = 4096;
  return packed_bytes < kSmallBytes || tail_bytes > packed_bytes / 8 ? 1 : 16;
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
    AppendValue(bytes, KindCount{group.kind, 0, group.records});
  }
  EndFrame(bytes, start, FrameType::kBlock);
}

// The announcement carries the checksum of the frame behind it, so it is built last and put in front.
void AppendBlock(const BlockSource& source, std::span<const RecordGroup> groups, int acceleration,
                 EncodedBlock* block) {
  const size_t room =
      sizeof(FrameHead) + sizeof(BlockAnnouncement) + groups.size() * sizeof(KindCount);
  block->bytes.resize(room);
  BlockAnnouncement announcement{};
  const size_t frame_bytes = AppendLz4Frame(block->packed, acceleration, &block->bytes);
  announcement.frame_bytes = static_cast<uint32_t>(frame_bytes);
  announcement.packed_bytes = block->packed.size();
  announcement.frame_checksum = Checksum(block->bytes.data() + room, frame_bytes);
  announcement.dropped_so_far = source.dropped_so_far;
  Bytes front;
  front.reserve(room);
  AppendAnnouncement(*block, announcement, groups, &front);
  std::copy(front.begin(), front.end(), block->bytes.begin());
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
  facts->names.Add(DictionarySpace::kRing, std::span(&block->ring_id, 1), block->ring_id);
  facts->names.MoveTo(&block->refs);
}

Status EncodeChecked(const BlockSource& source, EncodedBlock* block) {
  RecordScan scan;
  Status scanned = ScanRecords(source, &scan);
  if (!scanned.ok()) return scanned;
  block->excluded = scan.excluded;
  if (scan.runs.empty()) return Status();
  std::vector<RecordRun> sorted;
  const std::vector<RecordGroup> groups = GroupByKind(scan, &sorted);
  block->packed.clear();
  RecordFacts facts;
  PackRecords(scan, groups, &block->packed, &facts);
  NoteFacts(&facts, block);
  AppendBlock(source, groups, AccelerationFor(facts.tail_bytes, block->packed.size()), block);
  block->counts = scan.counts;
  return Status();
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
