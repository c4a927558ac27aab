// Streams of bits against their definition, bit by bit, in buffers that end where the stream does.
#include "format/bit_packing.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace aclprof {
namespace {

bool BitOf(const std::vector<unsigned char>& packed, size_t bit) {
  return (packed[bit / 8] >> bit % 8 & 1) != 0;
}

TEST(BitPacking, StreamsAreTheBitsOneAfterTheOther) {
  std::mt19937_64 random(1);
  for (unsigned width = 0; width <= 64; ++width) {
    for (size_t count = 0; count <= 40; ++count) {
      std::vector<uint64_t> values(count);
      for (uint64_t& value : values) value = random() & LowBits<uint64_t>(width);
      std::vector<unsigned char> packed(PackedBytes(count, width));
      PackStream(values.data(), count, width, packed.data());
      for (size_t bit = 0; bit < count * width; ++bit)
        ASSERT_EQ(BitOf(packed, bit), (values[bit / width] >> bit % width & 1) != 0);
      for (size_t more = 0; more < 12; ++more) {
        std::vector<uint64_t> unpacked(count);
        std::vector<unsigned char> readable = packed;
        readable.resize(packed.size() + more, 0xA5);
        UnpackStream(readable.data(), readable.size(), count, width, unpacked.data());
        ASSERT_EQ(unpacked, values) << count << " of " << width << " bits, and " << more;
      }
    }
  }
}

TEST(BitPacking, WhatIsAboveTheWidthIsLeftOut) {
  const uint64_t values[] = {UINT64_MAX, 0, UINT64_MAX};
  unsigned char packed[2] = {};
  PackStream(values, 3, 5, packed);
  uint64_t unpacked[3];
  UnpackStream(packed, sizeof(packed), 3, 5, unpacked);
  EXPECT_EQ(unpacked[0], 31u);
  EXPECT_EQ(unpacked[1], 0u);
  EXPECT_EQ(unpacked[2], 31u);
}

}  // namespace
}  // namespace aclprof
