// Several threads decode, and nobody can tell from what is read.
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <random>

#include "base/checksum.h"
#include "readers/block_pipeline.h"
#include "readers/session_verify.h"
#include "tests/support/session_on_disk.h"

namespace aclprof {
namespace {

constexpr int kThreads[] = {1, 2, 8};

class ParallelDecodeTest : public testing::Test {
 protected:
  // Blocks of three devices and the host, some of which overlap in time.
  void WriteSession() {
    std::mt19937 random(5);
    std::map<int32_t, uint32_t> rings;
    for (int32_t device = -1; device < 3; ++device) rings[device] = disk_.AddRing(device);
    uint64_t now = 1000;
    for (uint32_t block = 0; block < 200; ++block) {
      RingBytes records;
      const uint32_t count = 1 + random() % 300;
      for (uint32_t i = 0; i < count; ++i) {
        records.AddTask(now += random() % 50, random() % 1000, i, random() % 9);
        if (random() % 7 == 0)
          records.Add(ACLPROFX_KIND_MARK, aclprofx_mark{now, 1, 0, 12, 0, 0, 0, 5}, "hello");
      }
      const int32_t device = static_cast<int32_t>(random() % 4) - 1;
      ASSERT_TRUE(disk_.Append(device, records, rings[device]).ok());
      now -= random() % 3000 % now;
    }
    disk_.Close();
  }

  // A sum over all that a cursor gives, and the damage.
  struct Reading {
    uint64_t records = 0;
    uint64_t sum = 0;
    std::vector<std::string> damage;
    bool operator==(const Reading&) const = default;
  };

  static void Add(const RecordView& view, Reading* reading) {
    ++reading->records;
    const int64_t facts[] = {view.kind,     view.ring_id,     view.device_id,
                             view.start.ns, view.duration.ns, view.payload_bytes};
    reading->sum = Checksum(facts, sizeof(facts), reading->sum);
    reading->sum = Checksum(view.payload, view.payload_bytes, reading->sum);
  }

  Reading Read(int threads, uint64_t most = UINT64_MAX) {
    std::unique_ptr<SessionReader> reader;
    EXPECT_TRUE(SessionReader::Open(disk_.directory(), &reader, {threads}).ok());
    Reading reading;
    RecordView view;
    const auto cursor = reader->Records({});
    while (reading.records < most && cursor->Next(&view)) Add(view, &reading);
    for (const FileDamage& damage : reader->damage()) reading.damage.push_back(damage.what);
    return reading;
  }

  SessionOnDisk disk_;
};

TEST_F(ParallelDecodeTest, RecordsAreTheSameForAnyNumberOfThreads) {
  WriteSession();
  const Reading alone = Read(1);
  EXPECT_GT(alone.records, 20000u);
  for (const int threads : kThreads) EXPECT_EQ(Read(threads), alone) << threads;
}

TEST_F(ParallelDecodeTest, DamageIsToldInTheSameOrder) {
  WriteSession();
  for (const int32_t device : {-1, 0, 1, 2}) {
    const std::string path = disk_.FilePath(device);
    const std::string bytes = TextOfFile(path);
    for (size_t at = bytes.size() / 7; at < bytes.size(); at += bytes.size() / 3) {
      const size_t frame = bytes.find("\x04\x22\x4d\x18", at);
      if (frame != std::string::npos) SessionOnDisk::FlipByte(path, frame + 20);
    }
  }
  const Reading alone = Read(1);
  EXPECT_GT(alone.damage.size(), 3u);
  for (const int threads : kThreads) EXPECT_EQ(Read(threads), alone) << threads;
}

TEST_F(ParallelDecodeTest, AReadingMayEndEarly) {
  WriteSession();
  const Reading alone = Read(1, 1000);
  for (const int threads : kThreads) EXPECT_EQ(Read(threads, 1000), alone) << threads;
}

TEST_F(ParallelDecodeTest, VerifyReportsTheSame) {
  WriteSession();
  SessionOnDisk::FlipByte(disk_.FilePath(0), TextOfFile(disk_.FilePath(0)).size() / 2);
  VerifyReport alone;
  ASSERT_TRUE(VerifySession(disk_.directory(), &alone).ok());
  EXPECT_FALSE(alone.damage.empty());
  for (const int threads : kThreads) {
    VerifyReport report;
    ASSERT_TRUE(VerifySession(disk_.directory(), &report, {threads}).ok());
    EXPECT_EQ(report.records, alone.records);
    EXPECT_EQ(report.blocks, alone.blocks);
    ASSERT_EQ(report.damage.size(), alone.damage.size());
    for (size_t i = 0; i < report.damage.size(); ++i)
      EXPECT_EQ(report.damage[i].what, alone.damage[i].what);
  }
}

Status Number(size_t index, DecodedBlock* block) {
  block->unpacked.unknown = index;
  return Status();
}

TEST(BlockPipeline, GivesBlocksInTheOrderAsked) {
  for (const int threads : kThreads) {
    BlockPipeline pipeline(
        100, threads, ContentChecksum::kIgnored,
        [](size_t index, BlockDecoder*, DecodedBlock* block) { return Number(index, block); });
    for (const size_t index : {0, 1, 2, 50, 3, 99, 1, 1, 4}) {
      std::unique_ptr<DecodedBlock> block;
      ASSERT_TRUE(pipeline.Take(index, &block).ok());
      EXPECT_EQ(block->unpacked.unknown, index);
      pipeline.GiveBack(std::move(block));
    }
  }
}

TEST(BlockPipeline, DecodesNoMoreThanSomeAhead) {
  constexpr int kOfThem = 4;
  std::atomic<size_t> taken = 0, begun = 0, most = 0;
  BlockPipeline pipeline(1000, kOfThem, ContentChecksum::kIgnored,
                         [&](size_t index, BlockDecoder*, DecodedBlock* block) {
                           const size_t ahead = ++begun - taken;
                           size_t known = most;
                           while (ahead > known && !most.compare_exchange_weak(known, ahead)) {
                           }
                           return Number(index, block);
                         });
  for (size_t index = 0; index < 1000; ++index) {
    std::unique_ptr<DecodedBlock> block;
    ASSERT_TRUE(pipeline.Take(index, &block).ok());
    ++taken;
    pipeline.GiveBack(std::move(block));
  }
  EXPECT_EQ(begun, 1000u);
  EXPECT_LE(most, kBlocksAhead * kOfThem +
                      1);  // the one that Take was asked for may not have been counted as taken
}

TEST(BlockPipeline, MemoryThatIsNotThereCostsTheBlockAlone) {
  for (const int threads : kThreads) {
    BlockPipeline pipeline(20, threads, ContentChecksum::kIgnored,
                           [](size_t index, BlockDecoder*, DecodedBlock* block) {
                             if (index % 2 == 1) throw std::bad_alloc();
                             return Number(index, block);
                           });
    for (size_t index = 0; index < 20; ++index) {
      std::unique_ptr<DecodedBlock> block;
      const Status outcome = pipeline.Take(index, &block);
      EXPECT_EQ(outcome.code(), index % 2 == 1 ? StatusCode::kResourceExhausted : StatusCode::kOk);
    }
  }
}

}  // namespace
}  // namespace aclprof
