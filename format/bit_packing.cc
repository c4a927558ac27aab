#include "format/bit_packing.h"

#include <algorithm>

#include "base/byte_order.h"

namespace aclprof {

namespace {

// The value that begins at this bit; reads a word and a byte.
uint64_t ValueAt(const unsigned char* bytes, size_t bit, uint64_t mask) {
  const unsigned char* const first = bytes + bit / 8;
  const uint64_t low = Load<uint64_t>(first) >> bit % 8;
  return (low | uint64_t{first[sizeof(low)]} << 1 << (63 - bit % 8)) & mask;
}

}  // namespace

void PackStream(const uint64_t* values, size_t count, unsigned width, unsigned char* packed) {
  uint64_t word = 0;
  unsigned used = 0;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t value = values[i] & LowBits<uint64_t>(width);
    word |= value << used;
    used += width;
    if (used < 64) continue;
    Store(packed, word);
    packed += sizeof(word);
    used -= 64;
    word = used == 0 ? 0 : value >> (width - used);
  }
  std::copy_n(reinterpret_cast<const unsigned char*>(&word), (used + 7) / 8, packed);
}

void UnpackStream(const unsigned char* packed, size_t count, unsigned width, uint64_t* values) {
  const uint64_t mask = LowBits<uint64_t>(width);
  const size_t bytes = PackedBytes(count, width);
  size_t bit = 0;
  size_t i = 0;
  // A word from each value's first byte on, and a byte behind it, lie inside up to here.
  for (; i < count && bit / 8 + sizeof(uint64_t) < bytes; ++i, bit += width)
    values[i] = ValueAt(packed, bit, mask);
  unsigned char last[2 * sizeof(uint64_t) + 1] = {};
  const size_t rest = bit / 8;
  std::copy_n(packed + rest, bytes - rest, last);
  for (; i < count; ++i, bit += width) values[i] = ValueAt(last, bit - rest * 8, mask);
}

}  // namespace aclprof
