// record_unpacker.h: packing 2 read back: columns into records, in ring order.
//
// Shape    payloads lie in one store of u64 words, so each is 8-aligned and as long as the struct of its kind at least.
//          Groups of kinds that nobody wants, or that this version does not know, are stepped over.
// Errors   kDataLoss with the reason; nothing a file says makes it read or keep more than kMaxUnpackedBytes.
// Source   trace_format.md, "Packing 2".
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_allocator.h"
#include "base/status.h"
#include "format/ledger.h"

namespace aclprof {

// Records of one kind, one size and with one set of header flags, in ring order and one behind the other.
struct UnpackedRun {
  uint32_t first_word;     // of the first payload
  uint32_t payload_bytes;  // of each, a multiple of 8
  uint32_t records;
  uint16_t kind;
  uint16_t flags;
};

struct UnpackedBlock {
  std::vector<uint64_t, AlignedAllocator<uint64_t>> words;  // of the payloads; longer than they are
  std::vector<UnpackedRun> runs;
  KindCounts counts{};   // of all kinds that have a counter, wanted or not
  uint64_t unknown = 0;  // records of kinds that this version does not know

  const unsigned char* PayloadAt(uint32_t word) const {
    return reinterpret_cast<const unsigned char*>(words.data() + word);
  }
  uint64_t Records() const;
};

// Reused from block to block, so that its arrays are made once.
class RecordUnpacker {
 public:
  RecordUnpacker();
  ~RecordUnpacker();
  RecordUnpacker(const RecordUnpacker&) = delete;
  RecordUnpacker& operator=(const RecordUnpacker&) = delete;

  // What `block` held before is replaced, and its memory used again. kinds: bit k: records of kind k are wanted.
  Status Unpack(std::span<const unsigned char> packed, uint64_t kinds, UnpackedBlock* block);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aclprof
