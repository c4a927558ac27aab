// record_scan.h: finds the records of a session in the bytes of a ring.
//
// Shape    a run's payloads lie in the ring, or are a copy, filled up with zeros, of one that is shorter than the struct
//          of its kind: who follows the pointer always finds the whole struct.
// Errors   kDataLoss when a header reaches past the end or has a size that no record can have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "base/status.h"
#include "format/record_layout.h"
#include "writers/block_encoder.h"

namespace aclprof {

// Records with the same header, one right behind the other.
struct RecordRun {
  const unsigned char* payload;  // of the first
  uint32_t stride_bytes;         // from each to the next
  uint32_t records;
  uint16_t kind;
  uint16_t flags;
  uint16_t tail_words;  // u64 behind the struct

  const unsigned char* Payload(size_t record) const { return payload + record * stride_bytes; }
};

struct RecordScan {
  std::vector<RecordRun> runs;  // in ring order
  KindCounts counts{};
  uint64_t excluded = 0;
  std::deque<std::array<uint64_t, kMostFixedWords>> filled_up;
};

Status ScanRecords(const BlockSource& source, RecordScan* scan);

}  // namespace aclprof
