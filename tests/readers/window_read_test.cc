// A window of time: which records it has, and that nothing outside of it is decompressed.
#include <gtest/gtest.h>

#include "readers/session_reader.h"
#include "tests/support/session_on_disk.h"

namespace aclprof {
namespace {

constexpr int64_t kOffset = SessionOnDisk::kRealtimeOffset;

class WindowReadTest : public testing::Test {
 protected:
  static TimeWindow Window(int64_t from, int64_t to) { return {{kOffset + from}, {kOffset + to}}; }

  std::unique_ptr<SessionReader> Open(int threads = 1) {
    std::unique_ptr<SessionReader> reader;
    EXPECT_TRUE(SessionReader::Open(disk_.directory(), &reader, {threads}).ok());
    return reader;
  }

  static std::vector<uint32_t> TaskIds(SessionReader* reader, const RecordFilter& filter) {
    std::vector<uint32_t> ids;
    RecordView view;
    for (auto cursor = reader->Records(filter); cursor->Next(&view);)
      ids.push_back(Load<aclprofx_task>(view.payload).task_id);
    return ids;
  }
  std::vector<uint32_t> TaskIds(int64_t from, int64_t to) {
    return TaskIds(Open().get(), {.window = Window(from, to)});
  }

  // Block b has tasks 10 b and 10 b + 1, from 1000 b to 1000 b + 600.
  void WriteBlocks(uint32_t count) {
    const uint32_t ring = disk_.AddRing(0);
    for (uint32_t b = 0; b < count; ++b) {
      RingBytes records;
      records.AddTask(1000 * b, 100, 10 * b).AddTask(1000 * b + 500, 100, 10 * b + 1);
      ASSERT_TRUE(disk_.Append(0, records, ring).ok());
    }
  }

  SessionOnDisk disk_;
};

TEST_F(WindowReadTest, WhatOverlapsIsInIt) {
  const uint32_t ring = disk_.AddRing(0);
  RingBytes records;
  records
      .AddTask(100, 100, 1)   // ends where the window begins
      .AddTask(100, 101, 2)   // reaches into it
      .AddTask(150, 1000, 3)  // all around it
      .AddTask(200, 0, 4)     // a moment where it begins
      .AddTask(250, 10, 5)    // inside
      .AddTask(299, 1000, 6)  // goes on behind it
      .AddTask(300, 0, 7)     // a moment where it ends
      .AddTask(300, 100, 8);  // begins where it ends
  ASSERT_TRUE(disk_.Append(0, records, ring).ok());
  disk_.Close();
  EXPECT_EQ(TaskIds(200, 300), (std::vector<uint32_t>{2, 3, 4, 5, 6}));
}

TEST_F(WindowReadTest, BlocksOutsideAreSkipped) {
  WriteBlocks(10);
  disk_.Close();
  auto reader = Open();
  const RecordFilter filter{.window = Window(3550, 5000)};
  EXPECT_EQ(TaskIds(reader.get(), filter), (std::vector<uint32_t>{31, 40, 41}));
  EXPECT_EQ(reader->block_counts().decompressed, 2u);
  EXPECT_EQ(reader->block_counts().skipped, 8u);
}

TEST_F(WindowReadTest, BlocksOutsideAreSkippedByAnyNumberOfThreads) {
  WriteBlocks(40);
  disk_.Close();
  auto reader = Open(8);
  EXPECT_EQ(TaskIds(reader.get(), {.window = Window(20000, 30000)}).size(), 20u);
  EXPECT_EQ(reader->block_counts().decompressed, 10u);
  EXPECT_EQ(reader->block_counts().skipped, 30u);
}

TEST_F(WindowReadTest, WithoutAFooterTheAnnouncementsTell) {
  WriteBlocks(10);
  disk_.Abandon();
  auto reader = Open();
  EXPECT_EQ(TaskIds(reader.get(), {.window = Window(9000, 20000)}),
            (std::vector<uint32_t>{90, 91}));
  EXPECT_EQ(reader->block_counts().decompressed, 1u);
}

TEST_F(WindowReadTest, DamageOutsideIsNotMet) {
  WriteBlocks(10);
  disk_.Close();
  // The first LZ4 frame of the file is that of block 0.
  const std::string path = disk_.FilePath(0);
  const std::string bytes = TextOfFile(path);
  const size_t frame = bytes.find("\x04\x22\x4d\x18");
  ASSERT_NE(frame, std::string::npos);
  SessionOnDisk::FlipByte(path, frame + 20);
  auto reader = Open();
  EXPECT_EQ(TaskIds(reader.get(), {.window = Window(1000, 2000)}), (std::vector<uint32_t>{10, 11}));
  EXPECT_TRUE(reader->damage().empty());
  EXPECT_EQ(TaskIds(reader.get(), {}).size(), 18u);
  EXPECT_EQ(reader->damage().size(), 1u);
}

TEST_F(WindowReadTest, ARingWithAClockOfItsOwnIsAskedByIt) {
  // Two ticks a nanosecond; tick 0 is second 5 of the session.
  const uint32_t ring = disk_.dictionary().AddRing(
      {0, 7, 2'000'000'000, 0, kOffset + 5 * SessionOnDisk::kSecond}, "fast");
  for (uint32_t b = 0; b < 3; ++b)
    ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(2000 * b, 20, b), ring).ok());
  disk_.Close();
  auto reader = Open();
  const int64_t second_5 = 5 * SessionOnDisk::kSecond;
  EXPECT_EQ(TaskIds(reader.get(), {.window = Window(second_5 + 1005, second_5 + 1500)}),
            (std::vector<uint32_t>{1}));
  EXPECT_EQ(reader->block_counts().skipped, 2u);
}

TEST_F(WindowReadTest, EmptyWindowsHaveNothing) {
  WriteBlocks(3);
  disk_.Close();
  EXPECT_TRUE(TaskIds(100000, 200000).empty());
  EXPECT_TRUE(TaskIds(-200, -100).empty());
}

TEST_F(WindowReadTest, AnnouncedTimesReachFromTheFirstStartToTheLastEnd) {
  const uint32_t host = disk_.AddRing(-1);
  const uint32_t device = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(500, 9000, 1).AddTask(700, 1, 2), device).ok());
  ASSERT_TRUE(disk_.Append(-1, RingBytes().AddTask(40, 1, 3), host).ok());
  disk_.Close();
  const auto times = Open()->announced_times();
  ASSERT_TRUE(times.has_value());
  EXPECT_EQ(times->from, (Instant{kOffset + 40}));
  EXPECT_EQ(times->to, (Instant{kOffset + 9500}));
}

TEST_F(WindowReadTest, ASessionWithoutRecordsHasNoTimes) {
  std::filesystem::create_directories(disk_.directory());
  disk_.Close(R"({"session_id":"PROF_000001_20260101000000000_00000001AAAAAAAA"})");
  EXPECT_FALSE(Open()->announced_times().has_value());
}

}  // namespace
}  // namespace aclprof
