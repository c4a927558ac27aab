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

void UnpackStream(const unsigned char* packed, size_t readable, size_t count, unsigned width,
                  uint64_t* values) {
  constexpr size_t kLooked = sizeof(uint64_t) + 1;  // from each value's first byte on
  const uint64_t mask = LowBits<uint64_t>(width);
  size_t inside = count;
  if (PackedBytes(count, width) + kLooked > readable) {
    const size_t first_bytes = readable < kLooked ? 0 : readable - kLooked + 1;
    inside = std::min(count, width == 0 ? 0 : (8 * first_bytes + width - 1) / width);
  }
  size_t bit = 0;
  for (size_t i = 0; i < inside; ++i, bit += width) values[i] = ValueAt(packed, bit, mask);
  if (inside == count) return;
  unsigned char last[2 * sizeof(uint64_t) + 1] = {};
  const size_t rest = bit / 8;
  std::copy_n(packed + rest, PackedBytes(count, width) - rest, last);
  for (size_t i = inside; i < count; ++i, bit += width)
    values[i] = ValueAt(last, bit - rest * 8, mask);
}

}  // namespace aclprof
