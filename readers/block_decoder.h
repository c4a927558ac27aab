// block_decoder.h: one block of a file as records with their times, sorted.
//
// Threads  re-entrant.
// Errors   kDataLoss says what is wrong with the block; then it has no records.
#pragma once

#include <cstdint>
#include <vector>

#include "base/instant.h"
#include "base/status.h"
#include "readers/input_file.h"
#include "readers/record_unpacker.h"
#include "readers/session_clock.h"
#include "readers/trace_contents.h"

namespace aclprof {

struct TimedRecord {
  Instant start;
  Span duration;
  UnpackedRecord unpacked;
};

struct DecodedBlock {
  UnpackedBlock unpacked;            // its `records` have moved to `records` below
  std::vector<TimedRecord> records;  // by start; records that start together stay in ring order

  size_t Bytes() const;
};

// Reused from block to block.
struct DecodeScratch {
  Bytes frame;
  Bytes packed;
};

// Fills scratch->packed, which UnpackRecords takes: checked against the announcement's checksum, and
// by LZ4.
Status ReadPackedBlock(const InputFile& file, const BlockRef& ref, DecodeScratch* scratch);

// What `block` held before is replaced, and its memory used again.
Status DecodeBlock(const InputFile& file, const BlockRef& ref, const RingClock& clock,
                   uint64_t kinds, DecodeScratch* scratch, DecodedBlock* block);

}  // namespace aclprof
