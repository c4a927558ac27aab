// Which pages of a ring are there before its producer comes to them.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "ringbuf/ring_memory.h"

namespace aclprof {
namespace {

constexpr uint64_t kMiB = 1 << 20;
constexpr uint64_t kCapacity = 8 * kMiB;

class RingPrefaultTest : public ::testing::Test {
 protected:
  void SetUp() override {
    RingSpec spec;
    spec.capacity_bytes = kCapacity;
    spec.block_bytes = 64 << 10;
    ASSERT_TRUE(RingMemory::Create(spec, &memory_).ok());
    ring_ = memory_->ring();
    if (madvise(ring_->data, 1, MADV_POPULATE_WRITE) != 0)
      GTEST_SKIP() << "the system can't have pages there ahead of time";
    memory_->Discard();
  }

  // Of the bytes between two positions, those whose pages are there.
  uint64_t Resident(uint64_t begin, uint64_t end) const {
    const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    std::vector<unsigned char> pages((end - begin) / page);
    EXPECT_EQ(mincore(ring_->data + begin, end - begin, pages.data()), 0);
    return page * static_cast<uint64_t>(std::count_if(pages.begin(), pages.end(),
                                                      [](unsigned char is) { return is & 1; }));
  }

  void EmitUpTo(uint64_t position) { ring_->tail = position; }

  std::unique_ptr<RingMemory> memory_;
  aclprofx_ring* ring_ = nullptr;
};

TEST_F(RingPrefaultTest, FirstMiBAndNoMoreIsThereForASlowProducer) {
  for (int call = 0; call < 10; ++call) memory_->PrefaultAhead();
  EXPECT_EQ(Resident(0, kMiB), kMiB);
  EXPECT_EQ(Resident(kMiB, kCapacity), 0u);
}

TEST_F(RingPrefaultTest, FastProducerFindsTwiceWhatItHasEmitted) {
  EmitUpTo(kMiB);
  for (int call = 0; call < 10; ++call) memory_->PrefaultAhead();
  EXPECT_EQ(Resident(0, 3 * kMiB), 3 * kMiB);
  EXPECT_EQ(Resident(3 * kMiB, kCapacity), 0u);
}

TEST_F(RingPrefaultTest, ACallFaultsInNoMoreThanAMiB) {
  EmitUpTo(3 * kMiB);
  memory_->PrefaultAhead();
  EXPECT_EQ(Resident(0, kCapacity), kMiB);
}

TEST_F(RingPrefaultTest, EndsWithTheFirstRound) {
  EmitUpTo(kCapacity + kMiB);
  for (int call = 0; call < 20; ++call) memory_->PrefaultAhead();
  EXPECT_EQ(Resident(0, kCapacity), kCapacity);
}

// The round then begins where the producer stands, not at the data's start.
TEST_F(RingPrefaultTest, DiscardedPagesComeBackFromTheTailOn) {
  EmitUpTo(kCapacity + kMiB);
  for (int call = 0; call < 20; ++call) memory_->PrefaultAhead();
  EmitUpTo(2 * kCapacity - kMiB / 2);
  memory_->Discard();
  EXPECT_EQ(Resident(0, kCapacity), 0u);
  memory_->PrefaultAhead();
  EXPECT_EQ(Resident(kCapacity - kMiB / 2, kCapacity), kMiB / 2);
  EXPECT_EQ(Resident(0, kMiB / 2), kMiB / 2);
  EXPECT_EQ(Resident(kMiB / 2, kCapacity - kMiB / 2), 0u);
}

}  // namespace
}  // namespace aclprof
