// column_encoder.h: one field of a chunk of records, packed: the least value is taken off, the rest is cut to the bits
// that most of them need, and what a few need beyond that is put beside them.
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

namespace aclprof {

template <typename Word>
class ColumnEncoder {
 public:
  using Values = std::array<Word, kChunkRecords>;

  explicit ColumnEncoder(const ChunkKernels& kernels);

  // Appends the first `count` of `values`, 0 < count; the others are of no matter. For kDelta, *previous is the value
  // before the first and becomes the last one.
  void Append(const Values& values, size_t count, Transform transform, Word* previous,
              Bytes* packed);

 private:
  void TakeLeast(size_t count, Transform transform);
  void ChooseWidth(size_t count);
  void AppendHead(Transform transform, Bytes* packed) const;
  void AppendPatches(Bytes* packed);
  void AppendBits(size_t count, Bytes* packed);
  size_t PackInLanes(size_t count);

  const ChunkKernels& kernels_;
  const WordKernels<Word>& word_kernels_;
  Word least_ = 0;
  Word most_ = 0;  // of the distances from the least
  unsigned full_width_ = 0;
  unsigned width_ = 0;
  size_t patches_ = 0;
  alignas(64) Values distances_{};
  std::array<uint64_t, kChunkRecords> stream_;
  std::array<uint32_t, kChunkRecords> narrow_;
  std::array<unsigned char, kChunkRecords> places_;
  std::array<unsigned char, kChunkRecords * sizeof(uint64_t)> bits_;
};

extern template class ColumnEncoder<uint32_t>;
extern template class ColumnEncoder<uint64_t>;

}  // namespace aclprof
