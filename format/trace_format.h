// trace_format.h: the structs and numbers of a trace file, version 1.0.
//
// Shape    a file is a sequence of LZ4 skippable frames, each a FrameHead and a body, and of standard LZ4 frames, each
//          announced by the kBlock frame in front of it.
// Units    offsets and sizes in bytes; times in ticks of the ring's clock; positions in bytes of a ring.
// Source   trace_format.md, which explains every field; the two change together.
#pragma once

#include <cstddef>
#include <cstdint>

#include "aclprof/producer.h"
#include "format/dictionary.h"

namespace aclprof {

// A reader takes every file of its major version or an older one; a newer minor may only add kinds of records, types
// of frames, and fields at the end of structs that carry their size.
inline constexpr uint16_t kFormatMajor = 1;
inline constexpr uint16_t kFormatMinor = 0;

inline constexpr uint32_t kLz4FrameMagic = 0x184D2204u;
inline constexpr uint32_t kSkippableMagic =
    0x184D2A5Au;                                    // one of LZ4's sixteen; the one that is ours
inline constexpr uint32_t kTraceTag = 0x706C6361u;  // "aclp"
inline constexpr uint32_t kLz4HeadBytes = 8;        // of a skippable frame: magic and size

// The limits below keep a reader's memory small whatever a file claims.
inline constexpr uint64_t kMaxBlockBytes = 16u << 20;  // of a ring, in one block
inline constexpr uint64_t kMaxBlockRecords = kMaxBlockBytes / sizeof(aclprofx_record_header);
inline constexpr uint32_t kMaxBlockGroups = 256;  // far more than there are kinds
// Of a block's records without their headers: short ones are filled up to their struct, hence the factor.
inline constexpr uint64_t kMaxUnpackedBytes = 8 * kMaxBlockBytes;
inline constexpr uint32_t kMaxBodyBytes = 16u << 20;  // of a skippable frame
inline constexpr uint32_t kBodyTargetBytes =
    1u << 20;  // writers begin another frame of the same type from here on
inline constexpr uint32_t kMaxEntryBytes =
    1u << 20;  // of one dictionary entry; the rest of a longer text is cut

enum class FrameType : uint16_t {
  kHeader = 1,      // FileHeader and its texts
  kDictionary = 2,  // DictionaryEntryHead and bytes, repeated
  kClock = 3,       // ClockStamp, repeated
  kBlock = 4,       // BlockAnnouncement and its KindCounts; an LZ4 frame follows
  kIndex = 5,       // IndexEntryHead and the body of a kBlock frame, repeated
  kLedger = 6,      // LedgerHead, then LedgerRowHead and its LedgerCells, repeated
  kEnd = 7,         // FileEnd: the last frame of a file that was closed
};

// FrameHead::flags: the frame belongs to the footer and says again what the file said before.
inline constexpr uint16_t kFrameRepeated = 1;

struct FrameHead {
  uint32_t skippable_magic;
  uint32_t size_bytes;  // of what follows this field, as LZ4 wants it
  uint32_t tag;         // kTraceTag
  uint16_t type;        // FrameType
  uint16_t flags;
  uint64_t checksum;  // of the body, seeded with size_bytes | type << 32 | flags << 48
};
static_assert(sizeof(FrameHead) == 24);

// The seed that makes a frame's checksum cover its head as well.
constexpr uint64_t ChecksumSeed(const FrameHead& head) {
  return head.size_bytes | uint64_t{head.type} << 32 | uint64_t{head.flags} << 48;
}

// The same moment on three clocks.
struct ClockStamp {
  uint64_t ticks;
  int64_t monotonic_raw_ns;
  int64_t realtime_ns;
};
static_assert(sizeof(ClockStamp) == 24);

// Followed, at head_bytes, by kHeaderTexts texts: a u16 length and as many bytes each.
struct FileHeader {
  uint16_t major;
  uint16_t minor;
  uint32_t head_bytes;   // sizeof(FileHeader) of the writer
  uint64_t file_number;  // from 1, in its stream
  int32_t device_id;     // -1: the host
  uint32_t process_id;
  uint64_t ticks_per_second;
  ClockStamp opened;
};
static_assert(sizeof(FileHeader) == 56);
inline constexpr int kHeaderTexts =
    6;  // session id, host name, process name, device name, clock source, writer

struct DictionaryEntryHead {
  uint32_t space;  // DictionarySpace
  uint32_t id;
  uint32_t bytes;  // that follow
};
static_assert(sizeof(DictionaryEntryHead) == 12);

struct KindCount {
  uint16_t kind;
  uint16_t reserved;
  uint32_t records;
};
static_assert(sizeof(KindCount) == 8);

// Followed, at head_bytes, by `kinds` KindCounts.
struct BlockAnnouncement {
  uint32_t head_bytes;  // sizeof(BlockAnnouncement) of the writer
  uint16_t packing;     // kPackingColumns
  uint16_t kinds;
  uint32_t ring_id;
  uint32_t frame_bytes;     // of the LZ4 frame that follows
  uint64_t packed_bytes;    // what the LZ4 frame holds
  uint64_t frame_checksum;  // of the LZ4 frame's bytes, seed 0
  uint64_t sequence;        // in the stream, from 0
  uint64_t first_position;  // in the ring
  uint64_t last_position;
  uint64_t first_time;  // least start and greatest end; both 0 when no record has a time
  uint64_t last_time;
  uint64_t dropped_so_far;  // by this ring in this session
};
static_assert(sizeof(BlockAnnouncement) == 80);

struct IndexEntryHead {
  uint64_t offset;  // of the kBlock frame, from the file's own header frame
  uint32_t bytes;   // of the announcement that follows
  uint32_t reserved;
};
static_assert(sizeof(IndexEntryHead) == 16);

// LedgerHead::scope.
inline constexpr uint32_t kLedgerOfFile = 0;  // what this file stores; the stream goes on
inline constexpr uint32_t kLedgerOfSession =
    1;  // the stream's rings in the whole session; joined over streams

struct LedgerHead {
  uint32_t head_bytes;  // sizeof(LedgerHead) of the writer
  uint32_t scope;
  uint64_t aged_out;
  uint64_t loss_markers;
  uint64_t open_ended;
};
static_assert(sizeof(LedgerHead) == 32);

// Followed by `cells` LedgerCells. Ring 0: records dropped for want of a ring.
struct LedgerRowHead {
  uint32_t ring_id;
  uint32_t cells;
  uint64_t dropped_so_far;  // scope kLedgerOfFile: as last announced; else 0
};
static_assert(sizeof(LedgerRowHead) == 16);

inline constexpr uint16_t kStoredCell =
    0xFFFF;  // LedgerCell::cause of the records that were stored

struct LedgerCell {
  uint16_t kind;
  uint16_t cause;  // ACLPROFX_DROP_*, or kStoredCell
  uint32_t reserved;
  uint64_t records;
};
static_assert(sizeof(LedgerCell) == 16);

struct FileEnd {
  uint64_t footer_offset;  // of the first frame of the footer, from the file's own header frame
  uint64_t file_bytes;     // of all frames, this one included
  uint64_t blocks;
  uint64_t records;
};
static_assert(sizeof(FileEnd) == 32);

// ---- Packing 2: what an LZ4 frame of a block holds ---------------------------------------------------------------
// PackedHead, PackedRuns, then the groups; each a PackedGroup, its records in chunks, and their tails. A chunk is a
// column for the flags, one for the tail words, and one for each field of record_layout.h in their order.

inline constexpr uint16_t kPackingColumns = 2;  // 1 was never in a release

struct PackedHead {
  uint32_t runs;
  uint32_t groups;
};
static_assert(sizeof(PackedHead) == 8);

struct PackedRun {
  uint16_t kind;
  uint16_t reserved;
  uint32_t records;
};
static_assert(sizeof(PackedRun) == 8);

struct PackedGroup {
  uint16_t kind;
  uint16_t reserved;
  uint32_t records;
  uint32_t bytes;  // of the columns and tails that follow
};
static_assert(sizeof(PackedGroup) == 12);

inline constexpr size_t kChunkRecords = 256;  // the last chunk of a group has what is left
// Chunks of fewer records than this are packed as streams of bits, others in lanes.
inline constexpr size_t kLeastLaneRecords = 32;
// In the first byte of a column, beside the width of its values: patches follow.
inline constexpr unsigned char kColumnPatched = 0x80;

// ---- The records, as producer.h has them -------------------------------------------------------------------------

static_assert(sizeof(aclprofx_record_header) == 8);
static_assert(sizeof(aclprofx_task) == 32);
static_assert(sizeof(aclprofx_task_linked) == 56);
static_assert(sizeof(aclprofx_api) == 48);
static_assert(sizeof(aclprofx_pmu) == 32);
static_assert(sizeof(aclprofx_mark) == 40);
static_assert(sizeof(aclprofx_range) == 48);
static_assert(sizeof(aclprofx_memcpy) == 40);
static_assert(sizeof(aclprofx_memory) == 48);
static_assert(sizeof(aclprofx_step) == 32);
static_assert(sizeof(aclprofx_model_load) == 32);
static_assert(sizeof(aclprofx_sample) == 24);
static_assert(sizeof(aclprofx_loss) == 32);
static_assert(offsetof(aclprofx_task, stream_id) == 16 && offsetof(aclprofx_task, flags) == 30);
static_assert(offsetof(aclprofx_task_linked, connection_id) == 32);
static_assert(offsetof(aclprofx_api, name) == 24 && offsetof(aclprofx_api, process_id) == 44);
static_assert(offsetof(aclprofx_pmu, total_cycles) == 16 && offsetof(aclprofx_pmu, counters) == 28);
static_assert(offsetof(aclprofx_mark, message_bytes) == 36);
static_assert(offsetof(aclprofx_range, message_bytes) == 44);

}  // namespace aclprof
