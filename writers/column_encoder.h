// column_encoder.h: one field of a chunk of records, packed: the least value is taken off, and offset_packer.h packs
// how far the others lie above it.
//
// Shape    Word is uint32_t for fields of 2 and 4 bytes, uint64_t for those of 8.
// Threads  re-entrant; an object is one thread's.
// Source   trace_format.md, "Packing 2".
#pragma once

#include <array>
#include <cstdint>

#include "base/byte_order.h"
#include "format/chunk_kernels.h"
#include "format/record_layout.h"
#include "format/trace_format.h"
#include "writers/offset_packer.h"

namespace aclprof {

template <typename Word>
class ColumnEncoder {
 public:
  explicit ColumnEncoder(const ChunkKernels& kernels);

  // Appends the first `count` of kChunkRecords values, 0 < count; the others are of no matter. For kDelta, *previous is the value
  // before the first and becomes the last one.
  void Append(const Word* values, size_t count, Transform transform, Word* previous, Bytes* packed);
  // Appends a plain column in which every value is the same.
  void AppendSame(Word value, Bytes* packed);

  // Of the last column that was appended, as transformed.
  Word least() const { return least_; }
  Word most() const { return most_; }

 private:
  static constexpr size_t kHeadBytes = 2 + sizeof(uint64_t);

  const Word* Transformed(const Word* values, size_t count, Transform transform, Word* previous);
  unsigned char* PutHead(Transform transform, unsigned width, bool patched);
  template <typename Offset>
  unsigned char* PutOffsets(size_t count, Transform transform, OffsetPacker<Offset>* packer);

  const ChunkKernels& kernels_;
  const WordKernels<Word>& word_kernels_;
  Word least_ = 0;
  Word most_ = 0;
  alignas(64) std::array<Word, kChunkRecords> transformed_{};
  OffsetPacker<uint32_t> narrow_;
  OffsetPacker<uint64_t> wide_;
  std::array<unsigned char, kHeadBytes + OffsetPacker<uint64_t>::kMostBytes> column_;
};

extern template class ColumnEncoder<uint32_t>;
extern template class ColumnEncoder<uint64_t>;

}  // namespace aclprof
