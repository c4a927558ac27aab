// Packed bytes that no writer of ours makes.
#include "readers/record_unpacker.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "format/trace_format.h"
#include "tests/support/ring_bytes.h"
#include "tests/support/unpacked_records.h"
#include "writers/record_packer.h"

namespace aclprof {
namespace {

Bytes Pack(const RingBytes& ring) {
  RecordScan scan;
  EXPECT_TRUE(ScanRecords(ring.Source(), &scan).ok());
  std::vector<RecordRun> sorted;
  const auto groups = GroupByKind(scan, &sorted);
  Bytes packed;
  RecordFacts facts;
  PackRecords(scan, groups, &packed, &facts);
  return packed;
}

Status Unpack(const Bytes& packed, UnpackedBlock* block) {
  return RecordUnpacker().Unpack(packed, ~uint64_t{0}, block);
}

RingBytes SomeRecords() {
  RingBytes ring;
  for (uint32_t i = 0; i < 20; ++i) {
    ring.AddTask(1000 + i, i, i);
    ring.Add(ACLPROFX_KIND_MARK, aclprofx_mark{1000 + i, 0, 0, 1, 0, 0, 0, 5}, "abcde");
  }
  return ring;
}

TEST(RecordUnpacker, ExtremeValuesSurvive) {
  RingBytes ring;
  for (uint64_t value : {uint64_t{0}, UINT64_MAX, uint64_t{1} << 63, uint64_t{1}, UINT64_MAX - 1}) {
    ring.Add(ACLPROFX_KIND_MEMORY,
             aclprofx_memory{value, ~value, static_cast<int64_t>(value), value, 3, UINT32_MAX, 0});
    ring.AddTask(value, ~value, static_cast<uint32_t>(value), UINT32_MAX, UINT16_MAX);
  }
  const Bytes packed = Pack(ring);
  UnpackedBlock block;
  ASSERT_TRUE(Unpack(packed, &block).ok());
  size_t at = 0;
  for (const UnpackedRecord& record : RecordsOf(block)) {
    const auto header = Load<aclprofx_record_header>(&ring.bytes()[at]);
    EXPECT_EQ(record.kind, header.kind);
    EXPECT_EQ(memcmp(record.payload.data(), &ring.bytes()[at + 8], record.payload.size()), 0);
    at += header.size_bytes;
  }
  EXPECT_EQ(at, ring.bytes().size());
}

TEST(RecordUnpacker, HeaderFlagsSurvive) {
  RingBytes ring;
  ring.AddPayload(ACLPROFX_KIND_TASK, std::string(sizeof(aclprofx_task), 'a'), 0x8001);
  UnpackedBlock block;
  ASSERT_TRUE(Unpack(Pack(ring), &block).ok());
  EXPECT_EQ(RecordsOf(block).at(0).flags, 0x8001);
}

TEST(RecordUnpacker, ShortRecordIsFilledUpWithZeros) {
  RingBytes ring;
  ring.AddPayload(ACLPROFX_KIND_TASK, "\x07\x07\x07\x07\x07\x07\x07\x07");
  UnpackedBlock block;
  ASSERT_TRUE(Unpack(Pack(ring), &block).ok());
  ASSERT_EQ(RecordsOf(block).at(0).payload.size(), sizeof(aclprofx_task));
  const auto task = Load<aclprofx_task>(RecordsOf(block).at(0).payload.data());
  EXPECT_EQ(task.start, 0x0707070707070707u);
  EXPECT_EQ(task.duration, 0u);
}

TEST(RecordUnpacker, LengthsInsideARecordStayInsideIt) {
  RingBytes ring;
  ring.Add(ACLPROFX_KIND_MARK, aclprofx_mark{1, 0, 0, 1, 0, 0, 0, UINT32_MAX}, "abc");
  ring.Add(ACLPROFX_KIND_RANGE, aclprofx_range{1, 1, 0, 1, 1, 0, 0, 1, 0, 9}, "");
  ring.Add(ACLPROFX_KIND_PMU, aclprofx_pmu{1, 1, 1, 1, 0, 0, 1000}, std::string(24, 'c'));
  UnpackedBlock block;
  ASSERT_TRUE(Unpack(Pack(ring), &block).ok());
  EXPECT_EQ(Load<aclprofx_mark>(RecordsOf(block).at(0).payload.data()).message_bytes, 8u);
  EXPECT_EQ(Load<aclprofx_range>(RecordsOf(block).at(1).payload.data()).message_bytes, 0u);
  EXPECT_EQ(Load<aclprofx_pmu>(RecordsOf(block).at(2).payload.data()).counters, 3u);
}

TEST(RecordUnpacker, NothingOfTheBlockBeforeIsLeft) {
  RingBytes many;
  for (uint32_t i = 0; i < 700; ++i) many.AddTask(i, i, i);
  RecordUnpacker unpacker;
  UnpackedBlock used;
  ASSERT_TRUE(unpacker.Unpack(Pack(many), ~uint64_t{0}, &used).ok());
  EXPECT_EQ(unpacker.Unpack(Bytes(3), ~uint64_t{0}, &used).code(), StatusCode::kDataLoss);
  ASSERT_TRUE(unpacker.Unpack(Pack(SomeRecords()), ~uint64_t{0}, &used).ok());
  UnpackedBlock fresh;
  ASSERT_TRUE(Unpack(Pack(SomeRecords()), &fresh).ok());
  EXPECT_EQ(used.counts, fresh.counts);
  const auto records = RecordsOf(used), expected = RecordsOf(fresh);
  ASSERT_EQ(records.size(), expected.size());
  for (size_t i = 0; i < records.size(); ++i) {
    EXPECT_EQ(records[i].kind, expected[i].kind);
    EXPECT_TRUE(std::ranges::equal(records[i].payload, expected[i].payload)) << i;
  }
}

TEST(RecordUnpacker, UnwantedKindsAreCountedAndSteppedOver) {
  UnpackedBlock block;
  ASSERT_TRUE(
      RecordUnpacker().Unpack(Pack(SomeRecords()), uint64_t{1} << ACLPROFX_KIND_MARK, &block).ok());
  EXPECT_EQ(block.Records(), 20u);
  EXPECT_EQ(block.counts[ACLPROFX_KIND_TASK], 20u);
}

TEST(RecordUnpacker, EveryPrefixIsRefused) {
  const Bytes packed = Pack(SomeRecords());
  for (size_t bytes = 0; bytes < packed.size(); ++bytes) {
    UnpackedBlock block;
    EXPECT_EQ(Unpack(Bytes(packed.begin(), packed.begin() + bytes), &block).code(),
              StatusCode::kDataLoss)
        << bytes;
  }
}

TEST(RecordUnpacker, AnyFlippedByteIsRefusedOrHarmless) {
  const Bytes packed = Pack(SomeRecords());
  for (size_t at = 0; at < packed.size(); ++at) {
    for (unsigned char flip : {0x01, 0x80, 0xFF}) {
      Bytes damaged = packed;
      damaged[at] ^= flip;
      UnpackedBlock block;
      if (!Unpack(damaged, &block).ok()) continue;
      for (const UnpackedRecord& record : RecordsOf(block)) {
        EXPECT_FALSE(record.payload.empty());
      }
    }
  }
}

TEST(RecordUnpacker, RecordsThatTakeNoBytesAreLimited) {
  Bytes packed;
  AppendValue(&packed, PackedHead{1, 1});
  AppendValue(&packed, PackedRun{ACLPROFX_KIND_TASK, 0, UINT32_MAX});
  AppendValue(&packed, PackedGroup{ACLPROFX_KIND_TASK, 0, UINT32_MAX, 40});
  packed.resize(packed.size() + 40);
  UnpackedBlock block;
  EXPECT_EQ(Unpack(packed, &block).code(), StatusCode::kDataLoss);
  EXPECT_TRUE(block.words.empty());
}

TEST(RecordUnpacker, TwoGroupsOfOneKindAreRefused) {
  Bytes packed;
  AppendValue(&packed, PackedHead{0, 2});
  AppendValue(&packed, PackedGroup{9, 0, 0, 0});
  AppendValue(&packed, PackedGroup{9, 0, 0, 0});
  UnpackedBlock block;
  EXPECT_EQ(Unpack(packed, &block).message(), "two groups of one kind");
  Bytes unknown;
  AppendValue(&unknown, PackedHead{0, 2});
  AppendValue(&unknown, PackedGroup{999, 0, 5, 0});
  AppendValue(&unknown, PackedGroup{999, 0, 5, 0});
  EXPECT_EQ(Unpack(unknown, &block).message(), "two groups of one kind");
}

}  // namespace
}  // namespace aclprof
