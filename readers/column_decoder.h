// column_decoder.h: one field of a chunk of records, unpacked; the reverse of what writers do.
//
// Shape    Word is uint32_t for fields of 2 and 4 bytes, uint64_t for those of 8. Of a chunk's values the first `count`
//          count; the others hold anything.
// Threads  re-entrant; an object is one thread's.
// Errors   false when the bytes do not hold such a column.
// Source   trace_format.md, "Packing 2".
#pragma once

#include <array>
#include <cstdint>

#include "base/byte_reader.h"
#include "format/chunk_kernels.h"
#include "format/record_kernels.h"
#include "format/record_layout.h"
#include "format/trace_format.h"

namespace aclprof {

// The loops of one set of instructions.
struct ReadKernels {
  const ChunkKernels* chunk = &Kernels();
  const RecordKernels* record = &RecordKernelsOfMachine();
};

using NarrowValues = std::array<uint32_t, kChunkRecords>;

// A concept, because clang 14 does not match a constant of the class in declarations and definitions of its members.
template <typename Word>
concept WideWord = sizeof(Word) == sizeof(uint64_t);

template <typename Word>
class ColumnDecoder {
 public:
  using Values = std::array<Word, kChunkRecords>;

  explicit ColumnDecoder(const ReadKernels& kernels = {}) : kernels_(kernels) {}

  // For kDelta, *previous is the value before the first and becomes the last one.
  bool Take(ByteReader* bytes, Transform transform, Word* previous, size_t count, Values* values);

  // The same, but values of which only the low 32 bits differ may come in *narrow instead, and the high ones in *high:
  // *is_narrow says so.
  bool TakeEither(ByteReader* bytes, Transform transform, Word* previous, size_t count,
                  Values* values, NarrowValues* narrow, uint32_t* high,
                  bool* is_narrow) requires WideWord<Word>;

  // Steps over a kPlain column that holds one value for all; false where the next one is not such a column.
  bool TakeConstant(ByteReader* bytes, Word* value);

 private:
  bool TakeHead(ByteReader* bytes, Transform transform);
  bool TakePatches(ByteReader* bytes, size_t count);
  bool SumsAreNarrow(Word previous, size_t count) const;
  // Packed values with `least` added to each, patches still to come; of at most 32 bits, and of any width.
  bool TakeNarrow(ByteReader* bytes, size_t count, uint32_t least, NarrowValues* values);
  bool TakeWide(ByteReader* bytes, size_t count, Values* values) requires WideWord<Word>;
  template <typename To>
  bool TakeStream(ByteReader* bytes, size_t count, To least, std::array<To, kChunkRecords>* values);
  template <typename To>
  void Patch(std::array<To, kChunkRecords>* values) const;

  const ReadKernels kernels_;
  Word least_ = 0;
  unsigned width_ = 0;
  unsigned full_width_ = 0;  // of a patched value
  size_t patches_ = 0;
  const unsigned char* places_ = nullptr;
  std::array<uint64_t, kLeastLaneRecords> stream_{};
  std::array<uint64_t, UINT8_MAX> high_{};
  NarrowValues narrow_{};
};

extern template class ColumnDecoder<uint64_t>;

}  // namespace aclprof
