// unpacked_records.h: the records of an unpacked block one by one, for tests that look at each.
#pragma once

#include <span>
#include <vector>

#include "readers/record_unpacker.h"

namespace aclprof {

struct UnpackedRecord {
  std::span<const unsigned char> payload;  // of the block, as long as that is
  uint16_t kind = 0;
  uint16_t flags = 0;
};

// In ring order. A record beyond the block's store is there without a payload.
inline std::vector<UnpackedRecord> RecordsOf(const UnpackedBlock& block) {
  std::vector<UnpackedRecord> records;
  for (const UnpackedRun& run : block.runs) {
    uint64_t word = run.first_word;
    for (uint32_t i = 0; i < run.records; ++i, word += run.payload_bytes / 8) {
      UnpackedRecord record{{}, run.kind, run.flags};
      if (word + run.payload_bytes / 8 <= block.words.size())
        record.payload = {block.PayloadAt(static_cast<uint32_t>(word)), run.payload_bytes};
      records.push_back(record);
    }
  }
  return records;
}

}  // namespace aclprof
