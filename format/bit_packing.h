// bit_packing.h: values cut to as many bits as the widest of them needs, when they are fewer than a chunk.
//
// Shape    one stream of bits, the lowest of the first value first. Whole chunks: chunk_kernels.h.
// Threads  free functions, re-entrant.
// Source   trace_format.md, "Packing 2".
#pragma once

#include <cstddef>
#include <cstdint>

namespace aclprof {

// Of `count` values of `width` bits, in a stream or in the lanes of a chunk.
constexpr size_t PackedBytes(size_t count, unsigned width) { return (count * width + 7) / 8; }

template <typename Word>
constexpr Word LowBits(unsigned width) {
  return width >= 8 * sizeof(Word) ? static_cast<Word>(~Word{0})
                                   : static_cast<Word>((Word{1} << width) - 1);
}

// The lowest `width` bits of each value, width <= 64, to and from PackedBytes(count, width) bytes. Of `readable` bytes,
// which may be more than those, any may be looked at.
void PackStream(const uint64_t* values, size_t count, unsigned width, unsigned char* packed);
void UnpackStream(const unsigned char* packed, size_t readable, size_t count, unsigned width,
                  uint64_t* values);

}  // namespace aclprof
