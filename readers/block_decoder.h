// block_decoder.h: one block of a file as records, and these with their times, sorted.
//
// Shape    reused from block to block: its buffers and tables are made once.
// Threads  one; several decoders may read the same files.
// Errors   kDataLoss says what is wrong with the block; then it has no records.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/byte_order.h"
#include "base/instant.h"
#include "base/status.h"
#include "readers/input_file.h"
#include "readers/lz4_content.h"
#include "readers/record_unpacker.h"
#include "readers/session_clock.h"
#include "readers/session_reader.h"
#include "readers/trace_contents.h"

namespace aclprof {

struct TimedRecord {
  Instant start;
  Span duration;
  uint32_t first_word;  // of the payload
  uint32_t payload_bytes;
  uint16_t kind;
  uint16_t flags;
};

struct DecodedBlock {
  UnpackedBlock unpacked;
  std::vector<TimedRecord> records;  // by start; records that start together stay in ring order

  size_t Bytes() const;
};

class BlockDecoder {
 public:
  explicit BlockDecoder(ContentChecksum content_checksum = ContentChecksum::kIgnored)
      : content_(content_checksum) {}

  // Records in ring order. What `block` held before is replaced, and its memory used again.
  Status Unpack(const InputFile& file, const BlockRef& ref, uint64_t kinds, UnpackedBlock* block);
  // The same, of the bytes of the LZ4 frame.
  Status UnpackFrame(std::span<const unsigned char> frame, const BlockRef& ref, uint64_t kinds,
                     UnpackedBlock* block);
  // What the filter wants, with times.
  Status Decode(const InputFile& file, const BlockRef& ref, const RingClock& clock,
                const RecordFilter& filter, DecodedBlock* block);

 private:
  Lz4Content content_;
  Bytes frame_;
  RecordUnpacker unpacker_;
};

}  // namespace aclprof
