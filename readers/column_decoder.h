// column_decoder.h: one field of a chunk of records, unpacked; the reverse of what writers do.
//
// Shape    Word is uint32_t for fields of 2 and 4 bytes, uint64_t for those of 8.
// Threads  re-entrant; an object is one thread's.
// Errors   false when the bytes do not hold such a column.
// Source   trace_format.md, "Packing 2".
#pragma once

#include <array>
#include <cstdint>

#include "base/byte_reader.h"
#include "format/chunk_kernels.h"
#include "format/record_layout.h"
#include "format/trace_format.h"

namespace aclprof {

template <typename Word>
class ColumnDecoder {
 public:
  using Values = std::array<Word, kChunkRecords>;

  explicit ColumnDecoder(const ChunkKernels& kernels);

  // Fills the first `count` of `values`; the others hold anything. For kDelta, *previous is the value before the first
  // and becomes the last one.
  bool Take(ByteReader* bytes, Transform transform, Word* previous, size_t count, Values* values);

 private:
  bool TakeHead(ByteReader* bytes, Transform transform);
  bool TakePatches(ByteReader* bytes, size_t count);
  bool TakeBits(ByteReader* bytes, size_t count, Values* values);
  bool TakeLanes(ByteReader* bytes, size_t count, Values* values);
  bool TakeStream(ByteReader* bytes, size_t count, Values* values);

  const ChunkKernels& kernels_;
  const WordKernels<Word>& word_kernels_;
  Word least_ = 0;
  unsigned width_ = 0;
  bool patched_ = false;
  size_t patches_ = 0;
  const unsigned char* places_ = nullptr;
  std::array<uint64_t, kLeastLaneRecords> stream_;
  std::array<uint64_t, UINT8_MAX> high_;
  std::array<uint32_t, kChunkRecords> narrow_{};
};

extern template class ColumnDecoder<uint32_t>;
extern template class ColumnDecoder<uint64_t>;

}  // namespace aclprof
