// record_unpacker.h: packing 2 read back: columns into records, in ring order.
//
// Shape    payloads lie in one store of u64 words, so each is 8-aligned and as long as the struct of its kind at least.
//          Groups of kinds that nobody wants, or that this version does not know, are stepped over.
// Errors   kDataLoss with the reason; nothing a file says makes it read or keep more than kMaxUnpackedBytes.
// Source   trace_format.md, "Packing 2".
#pragma once

#include <cstdint>
#include <vector>

#include "base/byte_order.h"
#include "base/status.h"
#include "format/ledger.h"

namespace aclprof {

struct UnpackedRecord {
  uint32_t first_word;  // of the payload
  uint32_t payload_bytes;
  uint16_t kind;
  uint16_t flags;
};

struct UnpackedBlock {
  std::vector<uint64_t> words;
  std::vector<UnpackedRecord> records;
  KindCounts counts{};   // of all kinds that have a counter, wanted or not
  uint64_t unknown = 0;  // records of kinds that this version does not know

  const unsigned char* Payload(const UnpackedRecord& record) const {
    return reinterpret_cast<const unsigned char*>(words.data() + record.first_word);
  }
};

// kinds: bit k: records of kind k are wanted.
Status UnpackRecords(const Bytes& packed, uint64_t kinds, UnpackedBlock* block);

}  // namespace aclprof
