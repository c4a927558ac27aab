// chunk_kernels.h: the loops over the values of a whole chunk, in the widest form that this machine has.
//
// Shape    arrays of kChunkRecords values; what is behind the last value of a shorter chunk takes part and is of no
//          matter. Packed in lanes: words of the value's size stand side by side in rows of kLaneRowBytes, value v is
//          in lane v % lanes, and each lane is a little-endian stream of bits of its own, so that a vector register
//          takes a row at once.
// Threads  free functions, re-entrant; arrays must not overlap unless a comment says so.
// Source   trace_format.md, "Packing 2".
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "format/trace_format.h"

namespace aclprof {

inline constexpr size_t kLaneRowBytes = 32;

// Of `count` values of `width` bits in lanes of Word.
template <typename Word>
constexpr size_t LaneBytes(size_t count, unsigned width) {
  constexpr size_t kLanes = kLaneRowBytes / sizeof(Word);
  const size_t rows = (count + kLanes - 1) / kLanes;
  return (rows * width + 8 * sizeof(Word) - 1) / (8 * sizeof(Word)) * kLaneRowBytes;
}

// Word: uint32_t or uint64_t.
template <typename Word>
struct WordKernels {
  // Values below 2^width, 0 < width <= bits of Word, to and from LaneBytes<Word>(count, width) bytes.
  void (*pack)(const Word* values, size_t count, unsigned width, unsigned char* packed);
  void (*unpack)(const unsigned char* packed, size_t count, unsigned width, Word* values);

  // Of the values as they are, and as signed ones; each bit pattern is given back as a Word.
  void (*range)(const Word* values, Word* least, Word* most);
  void (*signed_range)(const Word* values, Word* least, Word* most);
  // How many are above the bound; where they are more than `enough`, any number that is.
  size_t (*count_above)(const Word* values, Word bound, size_t enough);

  // The places of those above the bound, in order; gives back how many. The 8 bytes behind the last are written as well.
  size_t (*find_above)(const Word* values, Word bound, unsigned char* places);

  // differences[0] = values[0] - previous, differences[i] = values[i] - values[i - 1].
  void (*differences)(const Word* values, Word previous, Word* differences);
  // The reverse, in place, with `base` added to each difference; gives back the last sum.
  Word (*sum_up)(Word* values, Word base, Word previous);

  void (*add)(Word* values, Word addend);
  // offsets[i] = values[i] - least
  void (*offsets)(const Word* values, Word least, Word* offsets);
  void (*cut)(Word* values, Word mask);
};

struct ChunkKernels {
  WordKernels<uint32_t> narrow;
  WordKernels<uint64_t> wide;

  void (*widen)(const uint32_t* values, uint64_t* wide);
  void (*narrow_down)(const uint64_t* values, uint32_t* narrow);  // the low halves
  // offsets[i] = values[i] - least, where none is above 32 bits
  void (*narrow_offsets)(const uint64_t* values, uint64_t least, uint32_t* offsets);
  // The least start, and the greatest sum of start and duration; a sum goes no further than to the greatest number.
  void (*time_span)(const uint64_t* starts, const uint64_t* durations, uint64_t* first,
                    uint64_t* last);
  uint64_t (*low_ids)(const uint32_t* ids);  // bit i: there is an i; all are below 64
  // columns[w * kChunkRecords + i] = word w of record i, for `count` records that begin `stride_bytes` apart.
  void (*load)(const unsigned char* records, size_t stride_bytes, size_t count, size_t words,
               uint64_t* columns);
  // values[i] = words[i] >> shift & mask, and the reverse, which sets words for shift 0 and adds to them for others.
  void (*split)(const uint64_t* words, unsigned shift, uint32_t mask, uint32_t* values);
  void (*join)(const uint32_t* values, unsigned shift, uint32_t mask, uint64_t* words);
};

template <typename Word>
const WordKernels<Word>& KernelsOf(const ChunkKernels& kernels) {
  if constexpr (sizeof(Word) == sizeof(uint32_t)) {
    return kernels.narrow;
  } else {
    return kernels.wide;
  }
}

// For every machine of the architecture; on aarch64 without NEON, which all of its machines have.
extern const ChunkKernels kPortableKernels;
// AVX2 on x86-64, NEON on aarch64, elsewhere as the portable ones.
extern const ChunkKernels kWideKernels;
// AVX-512 on x86-64, elsewhere as the portable ones.
extern const ChunkKernels kWidestKernels;

// Those that this machine can run, and the last of them, which is the one to use.
std::vector<const ChunkKernels*> UsableKernels();
const ChunkKernels& Kernels();

}  // namespace aclprof
