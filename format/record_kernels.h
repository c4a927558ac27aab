// record_kernels.h: the loops that make records of the unpacked columns of a chunk, in the widest form that this
// machine has.
//
// Shape    arrays of kChunkRecords values; what is behind the last value of a shorter chunk takes part and is of no
//          matter.
// Threads  free functions, re-entrant; arrays must not overlap.
// Source   trace_format.md, "Packing 2"; chunk_kernels.h, for how values lie in lanes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "format/record_layout.h"
#include "format/trace_format.h"

namespace aclprof {

// Where one u64 word of each record of a chunk comes from.
struct WordColumn {
  const uint64_t* whole;  // or NULL: from two halves
  const uint32_t* low;
  const uint32_t* high;
};

// What RecordKernels::store may write behind the last record, in u64: it stores several records at once, and of each
// as many words as a register has.
inline constexpr size_t kStoreSlackWords = 3 * kMostFixedWords + 3;

struct RecordKernels {
  // Entry w: kChunkRecords values of w bits from 32-bit lanes, with `least` added to each.
  using UnpackChunk = void (*)(const unsigned char* packed, uint32_t least, uint32_t* values);
  std::array<UnpackChunk, 33> unpack;

  // values[i] += values[i - 1], from `previous` on.
  void (*sum_up)(uint32_t* values, uint32_t previous);
  // values[i] = first + i * step.
  void (*count_up)(uint32_t first, uint32_t step, uint32_t* values);
  // both[i] = the low 16 bits of low[i], and above them those of high[i].
  void (*merge)(const uint32_t* low, const uint32_t* high, uint32_t* both);
  // `count` records, 0 < count <= kChunkRecords, of `words` words each, 0 < words <= kMostFixedWords.
  void (*store)(const WordColumn* columns, size_t words, size_t count, uint64_t* records);
};

// Of the sets of instructions of chunk_kernels.h.
extern const RecordKernels kPortableRecordKernels;
extern const RecordKernels kWideRecordKernels;

// The ones that go with ChunkKernels.
const RecordKernels& RecordKernelsOfMachine();

}  // namespace aclprof
