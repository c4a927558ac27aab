// block_encoder.h: turns a stretch of ring records into the bytes of one block of a trace file.
//
// Shape    in: records of one ring, each behind its aclprofx_record_header, contiguous, pads included. Out: the
//          announcement (a skippable frame) and the packed records (an LZ4 frame), ready to be written.
// Threads  Encode is const and re-entrant; each call works on its own EncodedBlock, whose buffers are reused.
// Errors   kDataLoss when the records do not parse (a header out of bounds); nothing throws.
// Source   format/trace_format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/status.h"
#include "format/dictionary.h"
#include "format/ledger.h"
#include "writers/op_choice.h"

namespace aclprof {

struct BlockSource {
  const unsigned char* records = nullptr;
  size_t bytes = 0;
  uint32_t ring_id = 0;
  uint64_t first_position = 0;    // of `records` in its ring; the last is first_position + bytes
  uint64_t sequence = 0;          // of the block in its stream, from 0
  uint64_t kinds = 0;             // bit k: records of kind k belong to the session
  const OpChoice* ops = nullptr;  // whose tasks belong to the session; NULL = every operator's
  uint16_t first_generation =
      0;  // records begun under an older gate belong to an earlier session ...
  bool any_generation = false;  // ... unless none of those can be among the records
  uint64_t dropped_so_far = 0;  // by this ring, in this session
};

struct EncodedBlock {
  std::vector<unsigned char>
      bytes;  // announcement and LZ4 frame; empty when no record belongs to the session
  std::vector<unsigned char> packed;  // what the LZ4 frame holds
  std::vector<DictionaryRef> refs;    // what the records use, sorted, unique
  KindCounts counts{};                // records in `bytes`, by kind, ACLPROFX_KIND_LOSS included
  uint64_t excluded = 0;              // records skipped: other kinds or an older generation
  uint64_t first_time = 0;            // ticks of the ring's clock: least start and greatest end
  uint64_t last_time = 0;
  uint32_t ring_id = 0;
  uint64_t sequence = 0;
  uint64_t first_position = 0;
  uint64_t last_position = 0;
};

Status EncodeBlock(const BlockSource& source, EncodedBlock* block);

// The records of `source` that Encode would have written, when there is no point in encoding them.
Status CountRecords(const BlockSource& source, KindCounts* counts);

}  // namespace aclprof
