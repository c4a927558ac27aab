#include "writers/block_encoder.h"

#include <gtest/gtest.h>

#include "format/trace_format.h"
#include "tests/support/ring_bytes.h"
#include "tests/support/table_dictionary.h"

namespace aclprof {
namespace {

BlockAnnouncement AnnouncementOf(const EncodedBlock& block) {
  return Load<BlockAnnouncement>(block.bytes.data() + sizeof(FrameHead));
}

TEST(BlockEncoder, AnnouncesCountsTimesAndPositions) {
  RingBytes ring;
  ring.AddTask(500, 100, 1)
      .AddTask(400, 900, 2)
      .Add(ACLPROFX_KIND_SAMPLE, aclprofx_sample{450, 1.0, 0, 0});
  BlockSource source = ring.Source(7, 3, 4096);
  source.dropped_so_far = 11;
  EncodedBlock block;
  ASSERT_TRUE(EncodeBlock(source, &block).ok());
  EXPECT_EQ(block.counts[ACLPROFX_KIND_TASK], 2u);
  EXPECT_EQ(block.counts[ACLPROFX_KIND_SAMPLE], 1u);
  const BlockAnnouncement announced = AnnouncementOf(block);
  EXPECT_EQ(announced.ring_id, 7u);
  EXPECT_EQ(announced.sequence, 3u);
  EXPECT_EQ(announced.first_time, 400u);
  EXPECT_EQ(announced.last_time, 1300u);
  EXPECT_EQ(announced.first_position, 4096u);
  EXPECT_EQ(announced.last_position, 4096u + source.bytes);
  EXPECT_EQ(announced.dropped_so_far, 11u);
  EXPECT_EQ(announced.kinds, 2u);
}

TEST(BlockEncoder, UnwantedKindsAreExcluded) {
  RingBytes ring;
  ring.AddTask(1, 1, 1).Add(ACLPROFX_KIND_SAMPLE, aclprofx_sample{2, 1.0, 0, 0});
  BlockSource source = ring.Source();
  source.kinds = uint64_t{1} << ACLPROFX_KIND_SAMPLE;
  EncodedBlock block;
  ASSERT_TRUE(EncodeBlock(source, &block).ok());
  EXPECT_EQ(block.counts[ACLPROFX_KIND_TASK], 0u);
  EXPECT_EQ(block.counts[ACLPROFX_KIND_SAMPLE], 1u);
  EXPECT_EQ(block.excluded, 1u);
}

TEST(BlockEncoder, TasksOfOperatorsThatWereNotChosenAreExcluded) {
  TableDictionary names;
  OpEntry op{};
  op.type = names.AddString("Conv");
  const uint32_t conv = names.AddOp(op);
  op.type = names.AddString("Convolution");
  const uint32_t other = names.AddOp(op);
  const uint32_t nowhere = 99;
  RingBytes ring;
  for (const uint32_t ran : {conv, other, nowhere, 0u, conv}) ring.AddTask(1, 1, 1, ran);
  ring.Add(ACLPROFX_KIND_SAMPLE, aclprofx_sample{2, 1.0, other, other});
  const OpChoice chosen("Relu,Conv", &names);
  BlockSource source = ring.Source();
  source.ops = &chosen;
  EncodedBlock block;
  ASSERT_TRUE(EncodeBlock(source, &block).ok());
  EXPECT_EQ(block.counts[ACLPROFX_KIND_TASK], 3u);
  EXPECT_EQ(block.counts[ACLPROFX_KIND_SAMPLE], 1u);
  EXPECT_EQ(block.excluded, 2u);
}

TEST(BlockEncoder, RecordsOfAnOlderGateAreExcludedAcrossTheWrap) {
  RingBytes ring;
  ring.generation = 65535;
  ring.AddTask(1, 1, 1);
  ring.generation = 1;
  ring.AddTask(2, 1, 2);
  BlockSource source = ring.Source();
  source.first_generation = 0;
  EncodedBlock block;
  ASSERT_TRUE(EncodeBlock(source, &block).ok());
  EXPECT_EQ(block.counts[ACLPROFX_KIND_TASK], 1u);
  EXPECT_EQ(block.first_time, 2u);
}

TEST(BlockEncoder, LossMarkersAreKeptWhereALostKindIsWanted) {
  RingBytes ring;
  const uint32_t lost = 1u << ACLPROFX_KIND_MARK | 1u << ACLPROFX_KIND_TASK;
  ring.Add(ACLPROFX_KIND_LOSS, aclprofx_loss{1, 2, 3, ACLPROFX_DROP_RING_FULL, lost});
  BlockSource source = ring.Source();
  EncodedBlock block;
  source.kinds = uint64_t{1} << ACLPROFX_KIND_MARK;
  ASSERT_TRUE(EncodeBlock(source, &block).ok());
  EXPECT_EQ(block.counts[ACLPROFX_KIND_LOSS], 1u);
  source.kinds = uint64_t{1} << ACLPROFX_KIND_SAMPLE;
  ASSERT_TRUE(EncodeBlock(source, &block).ok());
  EXPECT_EQ(block.counts[ACLPROFX_KIND_LOSS], 0u);
  EXPECT_EQ(block.excluded, 1u);
}

TEST(BlockEncoder, NothingToStoreIsNoBytes) {
  RingBytes ring;
  ring.AddPayload(ACLPROFX_KIND_PAD, std::string(32, '\0'));
  EncodedBlock block;
  ASSERT_TRUE(EncodeBlock(ring.Source(), &block).ok());
  EXPECT_TRUE(block.bytes.empty());
  EXPECT_EQ(block.excluded, 0u);
}

TEST(BlockEncoder, UsedNamesAreSortedOnceEachAndWithoutNone) {
  RingBytes ring;
  for (uint32_t op : {9u, 0u, 3u, 9u, kUnknownId, 3u}) ring.AddTask(1, 1, 1, op, 2);
  EncodedBlock block;
  ASSERT_TRUE(EncodeBlock(ring.Source(5), &block).ok());
  const std::vector<DictionaryRef> expected = {{DictionarySpace::kOp, 3},
                                               {DictionarySpace::kOp, 9},
                                               {DictionarySpace::kTaskType, 2},
                                               {DictionarySpace::kRing, 5}};
  EXPECT_EQ(block.refs, expected);
}

TEST(BlockEncoder, HeaderBeyondTheEndIsDataLossAndNamesThePosition) {
  RingBytes ring;
  ring.AddTask(1, 1, 1).AddTask(2, 1, 2);
  ring.bytes().resize(ring.bytes().size() - 8);
  EncodedBlock block;
  const Status encoded = EncodeBlock(ring.Source(6, 0, 1000), &block);
  EXPECT_EQ(encoded.code(), StatusCode::kDataLoss);
  EXPECT_NE(encoded.message().find("ring 6 at position 1040"), std::string::npos)
      << encoded.message();
  EXPECT_TRUE(block.bytes.empty());
}

TEST(BlockEncoder, SizesThatNoRecordHasAreDataLoss) {
  for (uint16_t size : {0, 4, 12, 65528}) {
    RingBytes ring;
    ring.AddTask(1, 1, 1);
    Store(ring.bytes().data(), size);
    EncodedBlock block;
    EXPECT_EQ(EncodeBlock(ring.Source(), &block).code(), StatusCode::kDataLoss) << size;
    KindCounts counts;
    EXPECT_EQ(CountRecords(ring.Source(), &counts).code(), StatusCode::kDataLoss) << size;
  }
}

TEST(BlockEncoder, CountAgreesWithEncode) {
  RingBytes ring;
  ring.AddTask(1, 1, 1).AddPayload(40, "unknown kind").Add(ACLPROFX_KIND_STEP, aclprofx_step{});
  ring.AddPayload(20, "future kind");
  EncodedBlock block;
  KindCounts counts;
  ASSERT_TRUE(EncodeBlock(ring.Source(), &block).ok());
  ASSERT_TRUE(CountRecords(ring.Source(), &counts).ok());
  EXPECT_EQ(counts, block.counts);
  EXPECT_EQ(counts[20], 1u);
  EXPECT_EQ(block.excluded, 1u);
}

TEST(BlockEncoder, OversizedBlockIsRefused) {
  const Bytes huge(kMaxBlockBytes + 8);
  BlockSource source;
  source.records = huge.data();
  source.bytes = huge.size();
  EncodedBlock block;
  EXPECT_EQ(EncodeBlock(source, &block).code(), StatusCode::kInvalidArgument);
}

TEST(BlockEncoder, TimesPastTheEndOfTimeStopThere) {
  RingBytes ring;
  ring.AddTask(UINT64_MAX - 5, 100, 1);
  EncodedBlock block;
  ASSERT_TRUE(EncodeBlock(ring.Source(), &block).ok());
  EXPECT_EQ(block.last_time, UINT64_MAX);
}

TEST(BlockEncoder, SameRecordsGiveTheSameBytes) {
  RingBytes ring;
  for (uint32_t i = 0; i < 500; ++i) ring.AddTask(100 * i, i % 7, i, i % 13, 1);
  EncodedBlock first, second;
  second.bytes.resize(100, 0xAB);  // left over from a block before
  ASSERT_TRUE(EncodeBlock(ring.Source(), &first).ok());
  ASSERT_TRUE(EncodeBlock(ring.Source(), &second).ok());
  EXPECT_EQ(first.bytes, second.bytes);
}

}  // namespace
}  // namespace aclprof
