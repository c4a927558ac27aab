// offset_packer.h: how far the values of a column lie above its least one, cut to the bits that most of them need; what
// a few need beyond that is put beside them.
//
// Shape    Word is uint32_t where no offset needs more, else uint64_t.
// Threads  re-entrant; an object is one thread's.
// Source   trace_format.md, "Packing 2".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "format/chunk_kernels.h"
#include "format/trace_format.h"

namespace aclprof {

template <typename Word>
class OffsetPacker {
 public:
  using Offsets = std::array<Word, kChunkRecords>;
  // Patches with their head, and bits; the last row of lanes is whole.
  static constexpr size_t kMostBytes =
      2 + kChunkRecords * (1 + 2 * sizeof(uint64_t)) + kLaneRowBytes;

  explicit OffsetPacker(const ChunkKernels& kernels)
      : kernels_(kernels), word_kernels_(KernelsOf<Word>(kernels)) {}

  // To be filled before Choose: the first `count`, and 0 behind them.
  Word* offsets() { return offsets_.data(); }
  // Chooses width and patches, where `most` is the greatest.
  void Choose(size_t count, Word most);
  unsigned width() const { return width_; }
  bool patched() const { return patches_ > 0; }
  // Puts patches and bits there; gives back where they end.
  unsigned char* Put(size_t count, unsigned char* at);

 private:
  unsigned char* PutPatches(unsigned char* at);
  unsigned char* PutStream(size_t count, unsigned char* at);
  unsigned char* PutLanes(size_t count, unsigned char* at);

  const ChunkKernels& kernels_;
  const WordKernels<Word>& word_kernels_;
  unsigned full_width_ = 0;
  unsigned width_ = 0;
  size_t patches_ = 0;
  alignas(64) Offsets offsets_{};
  std::array<uint64_t, kChunkRecords> stream_;
  std::array<uint32_t, kChunkRecords> narrow_;
};

extern template class OffsetPacker<uint32_t>;
extern template class OffsetPacker<uint64_t>;

}  // namespace aclprof
