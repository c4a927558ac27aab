#include "writers/stream_writer.h"

#include <gtest/gtest.h>

#include <span>
#include <utility>
#include <vector>

#include "tests/support/append_block.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/ring_bytes.h"
#include "tests/support/table_dictionary.h"

namespace aclprof {
namespace {

constexpr int64_t kSecond = 1000000000;

class StreamWriterTest : public testing::Test {
 protected:
  StreamWriterTest() {
    options_.files = &disk_;
    options_.directory = "/PROF/device_0/data";
    options_.file_prefix = "device_0";
    options_.identity.session_id = "PROF_000001";
    options_.identity.device_id = 0;
    options_.identity.clock_source = "fixed";
    options_.dictionary = &dictionary_;
    options_.clock = [this] {
      return ClockPair{static_cast<uint64_t>(now_ns_), now_ns_, kSecond + now_ns_};
    };
    dictionary_.AddRing({0, 7, 0, 0, 0}, "host-cpu");
  }

  // A block of `tasks` tasks that do not compress away.
  EncodedBlock Block(int tasks = 100) {
    RingBytes ring;
    for (int i = 0; i < tasks; ++i) {
      noise_ = noise_ * 6364136223846793005u + 1442695040888963407u;
      ring.AddTask(noise_ >> 20, noise_ >> 40, static_cast<uint32_t>(i));
    }
    EncodedBlock block;
    EXPECT_TRUE(EncodeBlock(ring.Source(1, sequence_++), &block).ok());
    return block;
  }

  std::string Path(int number) const {
    return options_.directory + "/device_0.00000" + std::to_string(number) + ".trace.lz4";
  }
  uint64_t Size(int number) { return disk_.files.at(Path(number))->size(); }

  MemoryFileSystem disk_;
  TableDictionary dictionary_;
  StreamWriterOptions options_;
  int64_t now_ns_ = kSecond;
  uint64_t noise_ = 1;
  uint64_t sequence_ = 0;
};

TEST_F(StreamWriterTest, StreamWithoutBlocksLeavesOneFile) {
  auto writer = StreamWriter::Create(options_);
  EXPECT_TRUE(writer->Close(Ledger()).ok());
  EXPECT_EQ(disk_.files.size(), 1u);
  EXPECT_EQ(writer->files_written(), 1u);
}

TEST_F(StreamWriterTest, EmptyBlockOpensNothing) {
  auto writer = StreamWriter::Create(options_);
  EXPECT_TRUE(AppendBlock(writer.get(), EncodedBlock()).ok());
  EXPECT_TRUE(disk_.files.empty());
}

TEST_F(StreamWriterTest, FileIsSyncedWhenClosed) {
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  EXPECT_EQ(disk_.syncs, 0);
  ASSERT_TRUE(writer->Close(Ledger()).ok());
  EXPECT_EQ(disk_.syncs, 1);
}

TEST_F(StreamWriterTest, NoFileExceedsItsSizeByMoreThanABlock) {
  options_.max_file_bytes = 20000;
  auto writer = StreamWriter::Create(options_);
  uint64_t biggest_block = 0;
  for (int i = 0; i < 100; ++i) {
    const EncodedBlock block = Block();
    biggest_block = std::max<uint64_t>(biggest_block, block.bytes.size());
    ASSERT_TRUE(AppendBlock(writer.get(), block).ok());
  }
  ASSERT_TRUE(writer->Close(Ledger()).ok());
  EXPECT_GT(disk_.files.size(), 3u);
  for (const auto& [path, content] : disk_.files)
    EXPECT_LE(content->size(), 20000 + biggest_block) << path;
}

TEST_F(StreamWriterTest, BlocksAreWrittenTogetherAndAsIfOneByOne) {
  std::vector<EncodedBlock> blocks;
  for (int i = 0; i < 40; ++i) blocks.push_back(Block());
  options_.max_file_bytes = 10000;
  auto one_by_one = StreamWriter::Create(options_);
  for (const EncodedBlock& block : blocks) ASSERT_TRUE(AppendBlock(one_by_one.get(), block).ok());
  ASSERT_TRUE(one_by_one->Close(Ledger()).ok());
  const auto expected = std::exchange(disk_.files, {});
  ASSERT_GT(expected.size(), 3u);

  std::vector<const EncodedBlock*> all;
  for (const EncodedBlock& block : blocks) all.push_back(&block);
  auto together = StreamWriter::Create(options_);
  for (std::span<const EncodedBlock* const> left(all); !left.empty();) {
    const int writes = disk_.writes;
    size_t taken = 0;
    ASSERT_TRUE(together->Append(left, &taken).ok());
    ASSERT_GE(taken, 1u);
    // The old file's last pair of clocks and its footer, the new one's header, the blocks.
    EXPECT_LE(disk_.writes - writes, 4);
    left = left.subspan(taken);
  }
  ASSERT_TRUE(together->Close(Ledger()).ok());
  ASSERT_EQ(disk_.files.size(), expected.size());
  for (const auto& [path, content] : disk_.files) EXPECT_EQ(*content, *expected.at(path)) << path;
}

TEST_F(StreamWriterTest, OfBlocksThatAreWrittenTogetherThoseThatFitAreStored) {
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  const uint64_t whole = Size(1);
  const EncodedBlock blocks[] = {Block(), Block()};
  const EncodedBlock* const both[] = {&blocks[0], &blocks[1]};
  disk_.room_bytes = whole + blocks[0].bytes.size() + 1;
  size_t taken = 0;
  EXPECT_TRUE(writer->Append(both, &taken).ok());
  EXPECT_EQ(taken, 1u);
  EXPECT_EQ(Size(1), whole + blocks[0].bytes.size());
  EXPECT_EQ(AppendBlock(writer.get(), blocks[1]).code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(Size(1), whole + blocks[0].bytes.size());
}

TEST_F(StreamWriterTest, OldFileIsRotatedAtItsAge) {
  options_.max_file_age_ns = 10 * kSecond;
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  now_ns_ += 9 * kSecond;
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  EXPECT_EQ(writer->files_written(), 1u);
  now_ns_ += kSecond;
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  EXPECT_EQ(writer->files_written(), 2u);
}

TEST_F(StreamWriterTest, ExistingNameIsLeftAloneAndSteppedOver) {
  disk_.files[Path(1)] = std::make_shared<std::string>("somebody else's");
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  EXPECT_EQ(*disk_.files.at(Path(1)), "somebody else's");
  EXPECT_EQ(disk_.files.count(Path(2)), 1u);
}

TEST_F(StreamWriterTest, FullDiskCutsBackToTheLastWholeBlock) {
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  const uint64_t whole = Size(1);
  disk_.room_bytes = whole + 100;
  EXPECT_EQ(AppendBlock(writer.get(), Block()).code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(Size(1), whole);
  EXPECT_EQ(writer->write_failures(), 1u);
}

TEST_F(StreamWriterTest, FullDiskIsNotTriedAgainBeforeTheDelay) {
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  disk_.room_bytes = Size(1);
  EXPECT_FALSE(AppendBlock(writer.get(), Block()).ok());
  disk_.room_bytes = UINT64_MAX;
  EXPECT_FALSE(AppendBlock(writer.get(), Block()).ok());
  EXPECT_EQ(writer->write_failures(), 1u);
}

TEST_F(StreamWriterTest, FreedDiskGetsANewFileAfterTheDelay) {
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  disk_.room_bytes = Size(1);
  EXPECT_FALSE(AppendBlock(writer.get(), Block()).ok());
  disk_.room_bytes = UINT64_MAX;
  now_ns_ += options_.retry_delay_ns;
  EXPECT_TRUE(AppendBlock(writer.get(), Block()).ok());
  EXPECT_EQ(disk_.files.count(Path(2)), 1u);
  EXPECT_TRUE(writer->Close(Ledger()).ok());
}

TEST_F(StreamWriterTest, LongFullDiskLeavesNoHeapOfEmptyFiles) {
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  disk_.room_bytes = Size(1) + 300;  // room for a header, for no block
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(AppendBlock(writer.get(), Block()).ok());
    now_ns_ += options_.retry_delay_ns;
  }
  EXPECT_EQ(disk_.files.size(), 1u);
}

TEST_F(StreamWriterTest, RefusedOpenOfTheNextFileIsAnErrorAndACount) {
  options_.max_file_bytes = 1;
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  disk_.create_error = EMFILE;
  EXPECT_EQ(AppendBlock(writer.get(), Block()).code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(writer->write_failures(), 1u);
  disk_.create_error = 0;
  now_ns_ += options_.retry_delay_ns;
  EXPECT_TRUE(AppendBlock(writer.get(), Block()).ok());
}

TEST_F(StreamWriterTest, RemovedFileIsNoticedAndItsRecordsCounted) {
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block(100)).ok());
  disk_.files.clear();
  now_ns_ += kSecond;
  ASSERT_TRUE(AppendBlock(writer.get(), Block(50)).ok());
  EXPECT_EQ(writer->vanished_records(), 100u);
  EXPECT_EQ(disk_.files.count(Path(2)), 1u);
  EXPECT_EQ(writer->Close(Ledger()).code(), StatusCode::kDataLoss);
}

TEST_F(StreamWriterTest, WhatIsWrittenBeforeItIsNoticedIsCountedToo) {
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block(100)).ok());
  disk_.files.clear();
  ASSERT_TRUE(AppendBlock(writer.get(), Block(50)).ok());
  EXPECT_EQ(writer->Close(Ledger()).code(), StatusCode::kDataLoss);
  EXPECT_EQ(writer->vanished_records(), 150u);
}

TEST_F(StreamWriterTest, FailedSyncIsTheOutcomeOfClose) {
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(AppendBlock(writer.get(), Block()).ok());
  disk_.sync_error = EIO;
  EXPECT_EQ(writer->Close(Ledger()).code(), StatusCode::kIoError);
}

TEST_F(StreamWriterTest, ClosedStreamTakesNoBlocks) {
  auto writer = StreamWriter::Create(options_);
  ASSERT_TRUE(writer->Close(Ledger()).ok());
  EXPECT_EQ(AppendBlock(writer.get(), Block()).code(), StatusCode::kUnavailable);
}

TEST_F(StreamWriterTest, StorageLimitHoldsAcrossStreams) {
  constexpr uint64_t kLimit = 1u << 20;
  Retention retention(&disk_, kLimit);
  options_.retention = &retention;
  auto first = StreamWriter::Create(options_);
  options_.directory = "/PROF/device_1/data";
  auto second = StreamWriter::Create(options_);
  uint64_t records = 0;
  for (int i = 0; i < 2000; ++i) {
    StreamWriter* writer = i % 3 == 0 ? first.get() : second.get();
    ASSERT_TRUE(AppendBlock(writer, Block()).ok());
    records += 100;
    ASSERT_LE(disk_.UsedBytes(), kLimit);
  }
  EXPECT_GT(retention.aged_out_files(), 2u);
  EXPECT_GT(retention.aged_out_records(), 0u);
  EXPECT_LT(retention.aged_out_records(), records);
}

}  // namespace
}  // namespace aclprof
