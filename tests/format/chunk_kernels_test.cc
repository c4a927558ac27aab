// Every kernel against its definition, value by value, for each set of instructions that this machine has.
#include "format/chunk_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "format/bit_packing.h"

namespace aclprof {
namespace {

template <typename Word>
using Values = std::array<Word, kChunkRecords>;

struct Variant {
  size_t name;  // its place among those that this machine can run
  const ChunkKernels* kernels;
};

std::vector<Variant> Variants() {
  std::vector<Variant> variants;
  for (const ChunkKernels* kernels : UsableKernels())
    variants.push_back({variants.size(), kernels});
  return variants;
}

// Values that are hard on one kernel or another.
template <typename Word>
std::vector<Values<Word>> Columns() {
  std::mt19937_64 random(7);
  std::vector<Values<Word>> columns;
  columns.emplace_back().fill(0);
  columns.emplace_back().fill(~Word{0});
  for (size_t i = 0; i < kChunkRecords; ++i) columns.back()[i] = i % 2 == 0 ? ~Word{0} : Word{0};
  columns.emplace_back().fill(Word{1} << (8 * sizeof(Word) - 1));
  columns.back()[kChunkRecords - 1] = 0;
  for (unsigned width = 1; width <= 8 * sizeof(Word); ++width) {
    Values<Word>& values = columns.emplace_back();
    for (Word& value : values) value = static_cast<Word>(random()) & LowBits<Word>(width);
    values[random() % kChunkRecords] = LowBits<Word>(width);
  }
  return columns;
}

template <typename Word>
class ChunkKernelsTest : public testing::Test {};
using Words = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(ChunkKernelsTest, Words);

// Bit b of value v is bit v / lanes * width + b of lane v % lanes.
template <typename Word>
bool PackedBit(const std::vector<unsigned char>& packed, size_t value, unsigned width,
               unsigned bit) {
  constexpr size_t kLanes = kLaneRowBytes / sizeof(Word);
  constexpr size_t kWordBits = 8 * sizeof(Word);
  const size_t in_lane = value / kLanes * width + bit;
  const size_t word = in_lane / kWordBits * kLanes + value % kLanes;
  const size_t in_packed = word * kWordBits + in_lane % kWordBits;
  return (packed[in_packed / 8] >> in_packed % 8 & 1) != 0;
}

TYPED_TEST(ChunkKernelsTest, PackPutsValuesIntoLanesAndUnpackTakesThemOut) {
  using Word = TypeParam;
  for (const auto& [name, kernels] : Variants()) {
    for (unsigned width = 1; width <= 8 * sizeof(Word); ++width) {
      for (Values<Word> values : Columns<Word>()) {
        for (Word& value : values) value &= LowBits<Word>(width);
        std::vector<unsigned char> packed(LaneBytes<Word>(kChunkRecords, width));
        KernelsOf<Word>(*kernels).pack(values.data(), kChunkRecords, width, packed.data());
        for (size_t i = 0; i < kChunkRecords; ++i)
          for (unsigned bit = 0; bit < width; ++bit)
            ASSERT_EQ(PackedBit<Word>(packed, i, width, bit), (values[i] >> bit & 1) != 0);
        Values<Word> unpacked;
        KernelsOf<Word>(*kernels).unpack(packed.data(), kChunkRecords, width, unpacked.data());
        ASSERT_EQ(unpacked, values) << name << ", " << width << " bits";
      }
    }
  }
}

// In buffers that end where the lanes do.
TYPED_TEST(ChunkKernelsTest, ShorterChunksTakeFewerRows) {
  using Word = TypeParam;
  std::mt19937_64 random(3);
  for (const auto& [name, kernels] : Variants()) {
    for (size_t count = 1; count <= kChunkRecords; ++count) {
      const unsigned width = 1 + random() % (8 * sizeof(Word));
      Values<Word> values;
      for (Word& value : values) value = static_cast<Word>(random()) & LowBits<Word>(width);
      std::vector<unsigned char> packed(LaneBytes<Word>(count, width));
      KernelsOf<Word>(*kernels).pack(values.data(), count, width, packed.data());
      Values<Word> unpacked;
      KernelsOf<Word>(*kernels).unpack(packed.data(), count, width, unpacked.data());
      ASSERT_TRUE(std::equal(values.begin(), values.begin() + count, unpacked.begin()))
          << name << ", " << count << " of " << width << " bits";
    }
  }
}

TYPED_TEST(ChunkKernelsTest, RangeIsTheLeastAndTheGreatest) {
  using Word = TypeParam;
  using Signed = std::make_signed_t<Word>;
  for (const auto& [name, kernels] : Variants()) {
    for (const Values<Word>& values : Columns<Word>()) {
      Word least, most;
      KernelsOf<Word>(*kernels).range(values.data(), &least, &most);
      EXPECT_EQ(least, *std::min_element(values.begin(), values.end())) << name;
      EXPECT_EQ(most, *std::max_element(values.begin(), values.end())) << name;
      const auto less = [](Word a, Word b) {
        return static_cast<Signed>(a) < static_cast<Signed>(b);
      };
      KernelsOf<Word>(*kernels).signed_range(values.data(), &least, &most);
      EXPECT_EQ(least, *std::min_element(values.begin(), values.end(), less)) << name;
      EXPECT_EQ(most, *std::max_element(values.begin(), values.end(), less)) << name;
    }
  }
}

TYPED_TEST(ChunkKernelsTest, AboveIsCountedAndFoundInOrder) {
  using Word = TypeParam;
  for (const auto& [name, kernels] : Variants()) {
    for (const Values<Word>& values : Columns<Word>()) {
      for (unsigned width = 0; width <= 8 * sizeof(Word); width += 5) {
        const auto bound = LowBits<Word>(width);
        std::vector<unsigned char> expected;
        for (size_t i = 0; i < kChunkRecords; ++i)
          if (values[i] > bound) expected.push_back(static_cast<unsigned char>(i));
        const auto count_above = KernelsOf<Word>(*kernels).count_above;
        EXPECT_EQ(count_above(values.data(), bound, kChunkRecords), expected.size());
        for (const size_t enough : {0, 1, 30, 100, 255})
          EXPECT_EQ(count_above(values.data(), bound, enough) > enough, expected.size() > enough);
        std::vector<unsigned char> places(kChunkRecords + 8);
        places.resize(KernelsOf<Word>(*kernels).find_above(values.data(), bound, places.data()));
        EXPECT_EQ(places, expected) << name << ", above " << width << " bits";
      }
    }
  }
}

TYPED_TEST(ChunkKernelsTest, SumsUndoDifferences) {
  using Word = TypeParam;
  constexpr Word kPrevious = 12345;
  constexpr auto kBase = static_cast<Word>(-77);
  for (const auto& [name, kernels] : Variants()) {
    for (const Values<Word>& values : Columns<Word>()) {
      Values<Word> differences;
      KernelsOf<Word>(*kernels).differences(values.data(), kPrevious, differences.data());
      EXPECT_EQ(differences[0], static_cast<Word>(values[0] - kPrevious));
      EXPECT_EQ(differences[9], static_cast<Word>(values[9] - values[8]));
      KernelsOf<Word>(*kernels).add(differences.data(), static_cast<Word>(-kBase));
      const Word last = KernelsOf<Word>(*kernels).sum_up(differences.data(), kBase, kPrevious);
      EXPECT_EQ(differences, values) << name;
      EXPECT_EQ(last, values.back()) << name;
    }
  }
}

TYPED_TEST(ChunkKernelsTest, CutKeepsTheLowestBits) {
  using Word = TypeParam;
  for (const auto& [name, kernels] : Variants()) {
    for (Values<Word> values : Columns<Word>()) {
      Values<Word> expected = values;
      for (Word& value : expected) value &= 0x1FFF;
      KernelsOf<Word>(*kernels).cut(values.data(), 0x1FFF);
      EXPECT_EQ(values, expected) << name;
    }
  }
}

TEST(ChunkKernels, WordsAreSplitIntoFieldsAndJoinedAgain) {
  struct Part {
    unsigned shift;
    uint32_t mask;
  };
  constexpr Part kParts[] = {{0, 0xFFFF}, {16, 0xFFFF}, {32, 0xFFFFFFFF}};
  for (const auto& [name, kernels] : Variants()) {
    for (const Values<uint64_t>& words : Columns<uint64_t>()) {
      Values<uint64_t> joined;
      joined.fill(0x5555);
      for (const Part& part : kParts) {
        Values<uint32_t> fields;
        kernels->split(words.data(), part.shift, part.mask, fields.data());
        EXPECT_EQ(fields[77], words[77] >> part.shift & part.mask);
        kernels->join(fields.data(), part.shift, part.mask, joined.data());
      }
      EXPECT_EQ(joined, words) << name;
    }
  }
}

TEST(ChunkKernels, ATimeSpanReachesFromTheLeastStartToTheGreatestEnd) {
  const std::vector<Values<uint64_t>> columns = Columns<uint64_t>();
  for (const auto& [name, kernels] : Variants()) {
    for (size_t c = 0; c < columns.size(); ++c) {
      const Values<uint64_t>& starts = columns[c];
      const Values<uint64_t>& durations = columns[columns.size() - 1 - c];
      uint64_t expected_last = 0;
      for (size_t i = 0; i < kChunkRecords; ++i) {
        const uint64_t room = UINT64_MAX - starts[i];
        expected_last = std::max(expected_last, starts[i] + std::min(durations[i], room));
      }
      uint64_t first, last;
      kernels->time_span(starts.data(), durations.data(), &first, &last);
      EXPECT_EQ(first, *std::min_element(starts.begin(), starts.end())) << name << ", " << c;
      EXPECT_EQ(last, expected_last) << name << ", " << c;
    }
  }
}

TEST(ChunkKernels, LowIdsAreBits) {
  std::mt19937_64 random(11);
  for (const auto& [name, kernels] : Variants()) {
    for (const uint32_t most : {0u, 1u, 4u, 31u, 32u, 63u}) {
      Values<uint32_t> ids;
      uint64_t expected = 0;
      for (uint32_t& id : ids) {
        id = static_cast<uint32_t>(random() % (most + 1));
        expected |= uint64_t{1} << id;
      }
      EXPECT_EQ(kernels->low_ids(ids.data()), expected) << name << ", " << most;
    }
  }
}

TEST(ChunkKernels, WidthsChange) {
  for (const auto& [name, kernels] : Variants()) {
    for (const Values<uint64_t>& values : Columns<uint64_t>()) {
      Values<uint32_t> narrow;
      kernels->narrow_down(values.data(), narrow.data());
      Values<uint64_t> wide;
      kernels->widen(narrow.data(), wide.data());
      for (size_t i = 0; i < kChunkRecords; ++i) {
        EXPECT_EQ(narrow[i], static_cast<uint32_t>(values[i])) << name;
        EXPECT_EQ(wide[i], values[i] & UINT32_MAX) << name;
      }
    }
  }
}

}  // namespace
}  // namespace aclprof
