// Every kernel that makes records against its definition, for each set of instructions that this machine has.
#include "format/record_kernels.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <random>
#include <vector>

#include "format/bit_packing.h"
#include "format/chunk_kernels.h"

namespace aclprof {
namespace {

using Narrow = std::array<uint32_t, kChunkRecords>;
using Wide = std::array<uint64_t, kChunkRecords>;

struct Variant {
  const char* name;
  const RecordKernels* kernels;
};

std::vector<Variant> Variants() {
  std::vector<Variant> variants = {{"portable", &kPortableRecordKernels}};
  if (&RecordKernelsOfMachine() != &kPortableRecordKernels)
    variants.push_back({"chosen", &RecordKernelsOfMachine()});
  return variants;
}

template <typename Values>
Values RandomValues(unsigned width, uint64_t seed) {
  std::mt19937_64 random(seed);
  Values values;
  for (auto& value : values) value = random() & LowBits<uint64_t>(width);
  return values;
}

TEST(RecordKernels, UnpackTakesOutWhatWasPackedAndAddsTheLeast) {
  for (const auto& [name, kernels] : Variants()) {
    for (unsigned width = 0; width <= 32; ++width) {
      const Narrow values = RandomValues<Narrow>(width, width);
      // Exactly as long, so that a sanitizer sees a read beyond it.
      std::vector<unsigned char> packed(LaneBytes<uint32_t>(kChunkRecords, width));
      if (width > 0)
        kPortableKernels.narrow.pack(values.data(), kChunkRecords, width, packed.data());
      for (const uint32_t least : {0u, 1u, 0x80000000u, 0xFFFFFFFFu}) {
        Narrow unpacked;
        kernels->unpack[width](packed.data(), least, unpacked.data());
        for (size_t i = 0; i < kChunkRecords; ++i)
          ASSERT_EQ(unpacked[i], values[i] + least) << name << ", " << width << " bits, " << i;
      }
    }
  }
}

TEST(RecordKernels, SumsGoUpByTheValues) {
  for (const unsigned width : {1u, 17u, 32u}) {
    const Narrow steps = RandomValues<Narrow>(width, width);
    for (const auto& [name, kernels] : Variants()) {
      Narrow sums = steps;
      kernels->sum_up(sums.data(), 1000);
      uint32_t expected = 1000;
      for (size_t i = 0; i < kChunkRecords; ++i)
        ASSERT_EQ(sums[i], expected += steps[i]) << name << ", " << i;
    }
  }
}

TEST(RecordKernels, CountsGoUpByOneStep) {
  for (const auto& [name, kernels] : Variants()) {
    Narrow counts;
    kernels->count_up(0xFFFFFF00u, 3, counts.data());
    for (uint32_t i = 0; i < kChunkRecords; ++i)
      ASSERT_EQ(counts[i], 0xFFFFFF00u + 3 * i) << name << ", " << i;
  }
}

TEST(RecordKernels, MergeTakesTheLowBitsOfBoth) {
  const Narrow low = RandomValues<Narrow>(32, 2);
  const Narrow high = RandomValues<Narrow>(32, 3);
  for (const auto& [name, kernels] : Variants()) {
    Narrow both;
    kernels->merge(low.data(), high.data(), both.data());
    for (size_t i = 0; i < kChunkRecords; ++i)
      ASSERT_EQ(both[i], (low[i] & 0xFFFF) + ((high[i] & 0xFFFF) << 16)) << name << ", " << i;
  }
}

class StoredRecords : public testing::Test {
 protected:
  StoredRecords() {
    for (size_t word = 0; word < kMostFixedWords; ++word) {
      whole_[word] = RandomValues<Wide>(64, word);
      for (size_t i = 0; i < kChunkRecords; ++i) {
        low_[word][i] = static_cast<uint32_t>(whole_[word][i]);
        high_[word][i] = static_cast<uint32_t>(whole_[word][i] >> 32);
      }
    }
  }

  // The words whose bit is set come whole, the others as halves.
  std::array<WordColumn, kMostFixedWords> Columns(unsigned whole) const {
    std::array<WordColumn, kMostFixedWords> columns{};
    for (size_t word = 0; word < kMostFixedWords; ++word) {
      columns[word] = {nullptr, low_[word].data(), high_[word].data()};
      if ((whole >> word & 1) != 0) columns[word] = {whole_[word].data(), nullptr, nullptr};
    }
    return columns;
  }

  std::array<Wide, kMostFixedWords> whole_;
  std::array<Narrow, kMostFixedWords> low_, high_;
};

TEST_F(StoredRecords, HaveTheirWordsInARow) {
  for (const auto& [name, kernels] : Variants()) {
    for (size_t words = 1; words <= kMostFixedWords; ++words) {
      for (const size_t count : {1, 2, 3, 4, 5, 101, 255, 256}) {
        for (const unsigned whole : {0u, 0x7Fu, 0x2Au, 0x55u}) {
          std::vector<uint64_t> records(count * words + kStoreSlackWords);
          kernels->store(Columns(whole).data(), words, count, records.data());
          for (size_t i = 0; i < count * words; ++i)
            ASSERT_EQ(records[i], whole_[i % words][i / words])
                << name << ", " << words << " words, " << count << " records, word " << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace aclprof
