#include "format/bit_packing.h"

#include <algorithm>

#include "base/byte_order.h"

namespace aclprof {

namespace {

// What is looked at from a value's first byte on.
constexpr size_t kWordBytes = sizeof(uint64_t);
constexpr size_t kMostBytes = kWordBytes + 1;
constexpr unsigned kMostInWord = 57;  // bits, wherever in the first byte they begin

uint64_t InWord(const unsigned char* bytes, size_t bit, uint64_t mask) {
  return Load<uint64_t>(bytes + bit / 8) >> bit % 8 & mask;
}

uint64_t BeyondWord(const unsigned char* bytes, size_t bit, uint64_t mask) {
  const uint64_t high = bytes[bit / 8 + kWordBytes];
  return (Load<uint64_t>(bytes + bit / 8) >> bit % 8 | high << 1 << (63 - bit % 8)) & mask;
}

// `count` values from bit `bit` on, all of whose kMostBytes are there.
void UnpackInside(const unsigned char* packed, size_t bit, size_t count, unsigned width,
                  uint64_t* values) {
  const uint64_t mask = LowBits<uint64_t>(width);
  if (width <= kMostInWord) {
    for (size_t i = 0; i < count; ++i, bit += width) values[i] = InWord(packed, bit, mask);
  } else {
    for (size_t i = 0; i < count; ++i, bit += width) values[i] = BeyondWord(packed, bit, mask);
  }
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
  const size_t bytes = PackedBytes(count, width);
  size_t inside = count;
  if (bytes + kMostBytes > readable) {
    const size_t first_bytes = readable < kMostBytes ? 0 : readable - kMostBytes + 1;
    inside = std::min(count, width == 0 ? 0 : (8 * first_bytes + width - 1) / width);
  }
  UnpackInside(packed, 0, inside, width, values);
  if (inside == count) return;
  unsigned char last[2 * kMostBytes] = {};
  const size_t rest = inside * width / 8;
  std::copy_n(packed + rest, bytes - rest, last);
  UnpackInside(last, inside * width % 8, count - inside, width, values + inside);
}

}  // namespace aclprof
