#include "devices/host/memory_meter.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace {

std::function<void()> at_full_ring;

}  // namespace

// Takes the library's place for the rings of this program.
extern "C" int aclprofx_make_room(aclprofx_ring* ring, uint16_t, uint32_t, uint64_t) {
  if (at_full_ring) at_full_ring();
  ring->limit = ring->capacity_bytes;
  return 1;
}

namespace aclprof {
namespace {

constexpr size_t kRingBytes = 1 << 20;
constexpr int kThreads = 4;
constexpr int kChanges = 1000;

class MemoryMeterTest : public testing::Test {
 protected:
  MemoryMeterTest() : data_(kRingBytes / sizeof(uint64_t)) {
    ring_.capacity_bytes = kRingBytes;
    ring_.block_bytes = kRingBytes / 2;
    ring_.data = reinterpret_cast<unsigned char*>(data_.data());
    ring_.gate = uint64_t{1} << ACLPROFX_KIND_MEMORY;
  }
  ~MemoryMeterTest() override { at_full_ring = nullptr; }

  std::vector<aclprofx_memory> Records() const {
    std::vector<aclprofx_memory> records;
    for (uint64_t at = 0; at < ring_.tail;) {
      const auto* header = reinterpret_cast<const aclprofx_record_header*>(ring_.data + at);
      records.push_back(*reinterpret_cast<const aclprofx_memory*>(header + 1));
      at += header->size_bytes;
    }
    return records;
  }

  static void OnThreads(const std::function<void(int)>& body) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back(body, i);
    for (std::thread& thread : threads) thread.join();
  }

  std::vector<uint64_t> data_;
  aclprofx_ring ring_{};
};

TEST_F(MemoryMeterTest, NoMoreIsReservedThanThereIs) {
  constexpr uint64_t kLimit = uint64_t{kThreads} * 100000 / 2;
  MemoryMeter meter(&ring_, kLimit);
  std::atomic<uint64_t> reserved{0};
  OnThreads([&](int) {
    for (int i = 0; i < 100000; ++i) reserved += meter.Reserve(1);
  });
  EXPECT_EQ(reserved, kLimit);
  EXPECT_EQ(meter.available(), 0u);
  EXPECT_FALSE(meter.Reserve(1));
  meter.GiveBack(2);
  EXPECT_FALSE(meter.Reserve(3));
  EXPECT_TRUE(meter.Reserve(2));
}

TEST_F(MemoryMeterTest, EachTotalIsTheOneBeforeAndTheChange) {
  constexpr uint64_t kLimit = 64 * kThreads;
  MemoryMeter meter(&ring_, kLimit);
  OnThreads([&](int thread) {
    for (int i = 0; i < kChanges; ++i) {
      const auto bytes = static_cast<uint64_t>(1 + (thread + i) % 64);
      ASSERT_TRUE(meter.Reserve(bytes));
      meter.Allocated(1, bytes);
      meter.Freed(1, bytes);
    }
  });
  const std::vector<aclprofx_memory> records = Records();
  ASSERT_EQ(records.size(), size_t{2 * kThreads * kChanges});
  int64_t total = 0;
  uint64_t before = 0;
  for (const aclprofx_memory& record : records) {
    total += record.bytes;
    ASSERT_EQ(record.total_allocated, static_cast<uint64_t>(total));
    ASSERT_LE(record.total_allocated, kLimit);
    ASSERT_GE(record.time, before);
    before = record.time;
  }
  EXPECT_EQ(total, 0);
  EXPECT_EQ(meter.available(), kLimit);
}

// An emit may wait for room in its ring; whoever asks for memory meanwhile must not.
TEST_F(MemoryMeterTest, AnEmitThatWaitsHoldsUpNoOtherCaller) {
  MemoryMeter meter(&ring_, 100);
  uint64_t available = 0;
  bool reserved = false;
  at_full_ring = [&] {
    std::thread([&] {
      available = meter.available();
      reserved = meter.Reserve(30);
    }).join();
  };
  ASSERT_TRUE(meter.Reserve(60));
  meter.Allocated(1, 60);
  EXPECT_EQ(available, 40u);
  EXPECT_TRUE(reserved);
  EXPECT_EQ(Records().size(), 1u);
}

}  // namespace
}  // namespace aclprof
