// What a column's encoder writes its decoder reads, for columns of every width and length and with every set of
// instructions; and all sets write the same bytes.
#include <gtest/gtest.h>

#include <random>

#include "format/bit_packing.h"
#include "readers/column_decoder.h"
#include "writers/column_encoder.h"

namespace aclprof {
namespace {

constexpr size_t kCounts[] = {1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256};
constexpr Transform kTransforms[] = {Transform::kPlain, Transform::kSigned, Transform::kDelta};

template <typename Word>
using Values = std::array<Word, kChunkRecords>;

template <typename Word>
class ColumnRoundTrip : public testing::Test {
 protected:
  static constexpr unsigned kBits = 8 * sizeof(Word);

  Bytes Encode(const ChunkKernels& kernels, const Values<Word>& values, size_t count,
               Transform transform) {
    Bytes packed;
    Word previous = kPrevious;
    ColumnEncoder<Word>(kernels).Append(values.data(), count, transform, &previous, &packed);
    EXPECT_EQ(previous, transform == Transform::kDelta ? values[count - 1] : kPrevious);
    return packed;
  }

  void ExpectRoundTrip(const Values<Word>& values, size_t count, Transform transform) {
    const Bytes packed = Encode(kPortableKernels, values, count, transform);
    EXPECT_EQ(Encode(Kernels(), values, count, transform), packed);
    for (const ReadKernels& kernels :
         {ReadKernels{&kPortableKernels, &kPortableRecordKernels}, ReadKernels()}) {
      // A copy that ends where the column does, so that a sanitizer sees a read beyond it.
      const std::vector<unsigned char> exact(packed.begin(), packed.end());
      ByteReader reader(exact.data(), exact.size());
      Values<Word> decoded;
      Word previous = kPrevious;
      ASSERT_TRUE(
          ColumnDecoder<Word>(kernels).Take(&reader, transform, &previous, count, &decoded));
      EXPECT_EQ(reader.left(), 0u);
      ASSERT_TRUE(std::equal(values.begin(), values.begin() + count, decoded.begin()))
          << count << " values, transform " << static_cast<int>(transform);
      EXPECT_EQ(previous, transform == Transform::kDelta ? values[count - 1] : kPrevious);
    }
  }

  void ExpectRoundTrips(const Values<Word>& values) {
    for (const size_t count : kCounts)
      for (const Transform transform : kTransforms) ExpectRoundTrip(values, count, transform);
  }

  static constexpr Word kPrevious = 1000;
  std::mt19937_64 random_{11};
};

using Words = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(ColumnRoundTrip, Words);

TYPED_TEST(ColumnRoundTrip, RandomValuesOfEveryWidth) {
  for (unsigned width = 0; width <= this->kBits; ++width) {
    Values<TypeParam> values;
    for (TypeParam& value : values)
      value = static_cast<TypeParam>(this->random_()) & LowBits<TypeParam>(width);
    this->ExpectRoundTrips(values);
  }
}

TYPED_TEST(ColumnRoundTrip, AFewOutliersOfEveryWidth) {
  for (unsigned width = 1; width <= this->kBits; ++width) {
    Values<TypeParam> values;
    for (TypeParam& value : values) {
      const bool outlier = this->random_() % 16 == 0;
      value = static_cast<TypeParam>(this->random_()) & LowBits<TypeParam>(outlier ? width : 3);
    }
    this->ExpectRoundTrips(values);
  }
}

TYPED_TEST(ColumnRoundTrip, Extremes) {
  using Word = TypeParam;
  const Word kEnds[] = {0, 1, ~Word{0}, Word{1} << (this->kBits - 1),
                        static_cast<Word>((Word{1} << (this->kBits - 1)) - 1)};
  for (const Word a : kEnds) {
    for (const Word b : kEnds) {
      Values<Word> values;
      for (size_t i = 0; i < values.size(); ++i) values[i] = i % 3 == 0 ? a : b;
      this->ExpectRoundTrips(values);
      values.fill(a);
      values[31] = b;
      this->ExpectRoundTrips(values);
    }
  }
}

TYPED_TEST(ColumnRoundTrip, StepsUpAndDown) {
  for (const TypeParam step : {TypeParam{1}, TypeParam{99999}, static_cast<TypeParam>(-5)}) {
    Values<TypeParam> values;
    TypeParam value = 17;
    for (TypeParam& at : values) at = value += step;
    this->ExpectRoundTrips(values);
  }
}

// The reason for all of it.
TYPED_TEST(ColumnRoundTrip, EqualStepsTakeNextToNoBytes) {
  Values<TypeParam> values;
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<TypeParam>(1001 + i);
  EXPECT_EQ(this->Encode(Kernels(), values, kChunkRecords, Transform::kDelta).size(), 3u);
  values.fill(0);
  EXPECT_EQ(this->Encode(Kernels(), values, kChunkRecords, Transform::kPlain).size(), 2u);
  values[200] = static_cast<TypeParam>(1) << 30;
  EXPECT_LE(this->Encode(Kernels(), values, kChunkRecords, Transform::kPlain).size(), 10u);
}

TYPED_TEST(ColumnRoundTrip, EveryPrefixIsRefused) {
  Values<TypeParam> values;
  for (TypeParam& value : values) value = static_cast<TypeParam>(this->random_()) & 0xFFF;
  values[77] = ~TypeParam{0};
  const Bytes packed = this->Encode(Kernels(), values, kChunkRecords, Transform::kDelta);
  for (size_t bytes = 0; bytes < packed.size(); ++bytes) {
    const std::vector<unsigned char> cut(packed.begin(), packed.begin() + bytes);
    ByteReader reader(cut.data(), cut.size());
    Values<TypeParam> decoded;
    TypeParam previous = 0;
    EXPECT_FALSE(ColumnDecoder<TypeParam>().Take(&reader, Transform::kDelta, &previous,
                                                 kChunkRecords, &decoded))
        << bytes;
  }
}

TYPED_TEST(ColumnRoundTrip, HeadsThatNoWriterMakesAreRefused) {
  const Bytes kHeads[] = {
      {static_cast<unsigned char>(this->kBits + 1), 0},  // wider than the field
      {4, 9},                                            // a least value of nine bytes
      {kColumnPatched | 4, 0, 1, 0, 5},                  // patches of no bits
      {kColumnPatched | 4, 0, 1, static_cast<unsigned char>(this->kBits), 5},  // too high
      {kColumnPatched | 4, 0, 1, 4, 200},  // a patch behind the last value
  };
  for (Bytes head : kHeads) {
    head.resize(head.size() + kChunkRecords * sizeof(uint64_t));
    ByteReader reader(head.data(), head.size());
    Values<TypeParam> decoded;
    TypeParam previous = 0;
    EXPECT_FALSE(
        ColumnDecoder<TypeParam>().Take(&reader, Transform::kPlain, &previous, 100, &decoded))
        << static_cast<int>(head[0]) << ", " << static_cast<int>(head[1]);
  }
}

}  // namespace
}  // namespace aclprof
