// record_scan.h: finds the records of a session in the bytes of a ring.
//
// Shape    a RecordRef points at a payload in the ring, or at a copy, filled up with zeros, of one that is shorter than
//          the struct of its kind: who follows the pointer always finds the whole struct.
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

struct RecordRef {
  const unsigned char* payload;
  uint16_t kind;
  uint16_t flags;
  uint16_t tail_words;  // u64 behind the struct
};

struct RecordScan {
  std::vector<RecordRef> records;  // in ring order
  KindCounts counts{};
  uint64_t excluded = 0;
  std::deque<std::array<uint64_t, kMostFixedWords>> filled_up;
};

Status ScanRecords(const BlockSource& source, RecordScan* scan);

}  // namespace aclprof
