// The ring alone: what a producer emits through aclprof/producer.h and what the collector's end sees of it.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "aclprof/producer.h"
#include "ringbuf/producer_room.h"
#include "ringbuf/ring_consumer.h"
#include "ringbuf/ring_memory.h"

// The library offers this from api/; here it goes straight to the ring.
extern "C" int aclprofx_make_room(aclprofx_ring* ring, uint16_t kind, uint32_t record_bytes,
                                  uint64_t gate) {
  return aclprof::MakeRoom(ring, kind, record_bytes, gate) ? 1 : 0;
}

namespace aclprof {
namespace {

constexpr uint64_t kBlock = 4096;
constexpr uint64_t kCapacity = 16384;
constexpr uint64_t kAllKinds = (uint64_t{1} << ACLPROFX_KINDS) - 1;

struct Seen {
  uint16_t kind;
  uint64_t position;
  std::vector<unsigned char> payload;
};

class RingTest : public ::testing::Test {
 protected:
  void SetUp() override { Make({}); }

  void Make(RingSpec spec) {
    spec.capacity_bytes = kCapacity;
    spec.block_bytes = kBlock;
    spec.doorbell = &doorbell_;
    ASSERT_TRUE(RingMemory::Create(spec, &memory_).ok());
    ring_ = memory_->ring();
    consumer_ = std::make_unique<RingConsumer>(ring_);
    OpenGate(kAllKinds, 1);
    read_ = 0;
  }
  void OpenGate(uint64_t kinds, uint64_t generation) { ring_->gate = kinds | (generation << 48); }

  // A record whose payload is `bytes` bytes long and begins with the sequence.
  bool Emit(uint64_t sequence, uint32_t bytes = 16, uint16_t kind = ACLPROFX_KIND_MARK) {
    void* const payload = aclprofx_begin(ring_, kind, bytes);
    if (payload == nullptr) return false;
    std::memset(payload, static_cast<int>(sequence & 0xFF), bytes);
    std::memcpy(payload, &sequence, std::min<size_t>(sizeof(sequence), bytes));
    aclprofx_commit(ring_);
    return true;
  }
  // Everything published since the last call, pads left out. Released when asked.
  std::vector<Seen> Read(bool release = true) {
    std::vector<Seen> seen;
    for (const uint64_t tail = consumer_->Tail(); read_ < tail;) {
      aclprofx_record_header header;
      std::memcpy(&header, consumer_->At(read_), sizeof(header));
      const unsigned char* const payload = consumer_->At(read_) + sizeof(header);
      if (header.kind != ACLPROFX_KIND_PAD)
        seen.push_back(
            {header.kind, read_, {payload, payload + header.size_bytes - sizeof(header)}});
      read_ += header.size_bytes;
    }
    if (release) consumer_->Release(read_);
    return seen;
  }
  static uint64_t SequenceOf(const Seen& seen) {
    uint64_t sequence;
    std::memcpy(&sequence, seen.payload.data(), sizeof(sequence));
    return sequence;
  }
  uint64_t Dropped(int cause) const {
    uint64_t total = 0;
    for (const uint64_t count : ring_->dropped[cause]) total += count;
    return total;
  }

  uint32_t doorbell_ = 0;
  std::unique_ptr<RingMemory> memory_;
  aclprofx_ring* ring_ = nullptr;
  std::unique_ptr<RingConsumer> consumer_;
  uint64_t read_ = 0;
};

TEST_F(RingTest, ShutGateEmitsNothing) {
  OpenGate(0, 1);
  EXPECT_FALSE(Emit(1));
  EXPECT_EQ(consumer_->Tail(), 0u);
  EXPECT_EQ(Dropped(ACLPROFX_DROP_RING_FULL), 0u);
}

TEST_F(RingTest, KindOutsideTheGateIsNotEmitted) {
  OpenGate(uint64_t{1} << ACLPROFX_KIND_TASK, 1);
  EXPECT_FALSE(Emit(1, 16, ACLPROFX_KIND_MARK));
  EXPECT_TRUE(Emit(2, 32, ACLPROFX_KIND_TASK));
}

TEST_F(RingTest, ManyLapsKeepOrder) {
  constexpr uint64_t kRecords = 10 * kCapacity / 24;
  uint64_t expected = 0;
  for (uint64_t sequence = 0; sequence < kRecords; ++sequence) {
    ASSERT_TRUE(Emit(sequence));
    if (sequence % 100 != 99) continue;
    for (const Seen& seen : Read()) ASSERT_EQ(SequenceOf(seen), expected++);
  }
  for (const Seen& seen : Read()) ASSERT_EQ(SequenceOf(seen), expected++);
  EXPECT_EQ(expected, kRecords);
  EXPECT_EQ(ring_->committed, kRecords);
}

TEST_F(RingTest, EveryLengthIsIntactAndNoRecordStraddlesABlock) {
  for (uint32_t bytes = 1; bytes <= 256; ++bytes) {
    ASSERT_TRUE(Emit(bytes, bytes)) << bytes;
    const std::vector<Seen> seen = Read();
    ASSERT_EQ(seen.size(), 1u);
    EXPECT_GE(seen[0].payload.size(), bytes);
    EXPECT_EQ(seen[0].payload[bytes - 1], bytes > 8 ? (bytes & 0xFF) : seen[0].payload[bytes - 1]);
    const uint64_t end = seen[0].position + sizeof(aclprofx_record_header) + seen[0].payload.size();
    EXPECT_EQ(seen[0].position / kBlock, (end - 1) / kBlock) << bytes;
    EXPECT_EQ(seen[0].position % 8, 0u);
  }
}

TEST_F(RingTest, FullRingDropsTheNewestAndCounts) {
  uint64_t stored = 0;
  constexpr uint64_t kEmitted = 5000;
  for (uint64_t sequence = 0; sequence < kEmitted; ++sequence) stored += Emit(sequence);
  EXPECT_GT(stored, 0u);
  EXPECT_LT(stored, kEmitted);
  EXPECT_EQ(stored + Dropped(ACLPROFX_DROP_RING_FULL), kEmitted);
  const std::vector<Seen> seen = Read();
  ASSERT_EQ(seen.size(), stored);
  for (uint64_t i = 0; i < stored; ++i) EXPECT_EQ(SequenceOf(seen[i]), i);
}

TEST_F(RingTest, LossStandsAsARecordWhereItHappened) {
  uint64_t stored = 0;
  while (Emit(stored)) ++stored;
  for (int i = 0; i < 9; ++i) Emit(0);
  Read();
  ASSERT_TRUE(Emit(777));
  const std::vector<Seen> seen = Read();
  ASSERT_EQ(seen.size(), 2u);
  ASSERT_EQ(seen[0].kind, ACLPROFX_KIND_LOSS);
  aclprofx_loss loss;
  std::memcpy(&loss, seen[0].payload.data(), sizeof(loss));
  EXPECT_EQ(loss.count, 10u);
  EXPECT_EQ(loss.cause, static_cast<uint32_t>(ACLPROFX_DROP_RING_FULL));
  EXPECT_EQ(loss.kinds, 1u << ACLPROFX_KIND_MARK);
  EXPECT_LE(loss.first_time, loss.last_time);
  EXPECT_GT(loss.first_time, 0u);
  EXPECT_EQ(SequenceOf(seen[1]), 777u);
}

TEST_F(RingTest, LossThatIsNotWrittenYetIsPending) {
  aclprofx_loss loss;
  uint16_t generation = 0;
  EXPECT_FALSE(consumer_->PendingLoss(&loss, &generation));
  while (Emit(0)) {
  }
  ASSERT_TRUE(consumer_->PendingLoss(&loss, &generation));
  EXPECT_EQ(loss.count, 1u);
  EXPECT_EQ(generation, 1);
}

TEST_F(RingTest, LossOfAnOwnClockIsPlacedAtTheLastRecord) {
  RingSpec spec;
  spec.own_clock = true;
  Make(spec);
  uint64_t sequence = 5000;
  while (Emit(sequence)) ++sequence;
  aclprofx_loss loss;
  uint16_t generation = 0;
  ASSERT_TRUE(consumer_->PendingLoss(&loss, &generation));
  EXPECT_EQ(loss.first_time, sequence - 1);
}

TEST_F(RingTest, LossOfAnOwnClockEndsWhereTheDataIsGone) {
  RingSpec spec;
  spec.own_clock = true;
  Make(spec);
  ASSERT_TRUE(Emit(1));
  Read();
  memory_->Discard();
  EXPECT_FALSE(Emit(2, ACLPROFX_MAX_PAYLOAD_BYTES + 1));
  aclprofx_loss loss;
  uint16_t generation = 0;
  EXPECT_TRUE(consumer_->PendingLoss(&loss, &generation));
}

TEST_F(RingTest, KindThatDoesNotExistIsNotEmitted) {
  OpenGate(kAllKinds, 0xFFFF);
  for (const uint16_t kind : {ACLPROFX_KINDS, 48, 63, 64, 0xFFFF}) {
    EXPECT_FALSE(aclprofx_enabled(ring_, kind)) << kind;
    EXPECT_FALSE(Emit(1, 16, kind)) << kind;
    EXPECT_FALSE(Emit(1, ACLPROFX_MAX_PAYLOAD_BYTES + 1, kind)) << kind;
  }
  EXPECT_EQ(ring_->committed, 0u);
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause) EXPECT_EQ(Dropped(cause), 0u);
}

TEST_F(RingTest, PendingLossIsReadWhole) {
  std::atomic<bool> done{false};
  std::thread producer([&] {
    for (uint64_t generation = 1; !done; ++generation) {
      __atomic_store_n(&ring_->gate, kAllKinds | (generation << 48), __ATOMIC_RELAXED);
      Emit(generation, ACLPROFX_MAX_PAYLOAD_BYTES + 1, generation % 8);
    }
  });
  for (int seen = 0; seen < 100000;) {
    aclprofx_loss loss;
    uint16_t generation = 0;
    if (!consumer_->PendingLoss(&loss, &generation)) continue;
    ++seen;
    EXPECT_EQ(loss.kinds, 1u << (generation % 8)) << generation;
    EXPECT_EQ(loss.count, 1u);
  }
  done = true;
  producer.join();
}

TEST_F(RingTest, ShapesOutsideTheBoundsAreRefused) {
  for (const auto& [capacity, block] : {std::pair<uint64_t, uint64_t>{64u << 20, 32u << 20},
                                        {4096, 4096},
                                        {12288, 4096},
                                        {uint64_t{1} << 33, 65536},
                                        {0, 0}}) {
    RingSpec spec;
    spec.capacity_bytes = capacity;
    spec.block_bytes = block;
    std::unique_ptr<RingMemory> memory;
    EXPECT_EQ(RingMemory::Create(spec, &memory).code(), StatusCode::kInvalidArgument) << block;
  }
}

TEST_F(RingTest, TooBigIsRefusedAndCounted) {
  EXPECT_FALSE(Emit(1, ACLPROFX_MAX_PAYLOAD_BYTES + 1));
  EXPECT_FALSE(Emit(2, kBlock / 2));
  EXPECT_TRUE(Emit(3, kBlock / 2 - sizeof(aclprofx_record_header)));
  EXPECT_FALSE(Emit(4, kBlock / 2)) << "also where there is room without a look at the collector";
  EXPECT_EQ(Dropped(ACLPROFX_DROP_TOO_BIG), 3u);
}

TEST_F(RingTest, EmitInTheMiddleOfAnEmitIsCountedAsReentrant) {
  ASSERT_NE(aclprofx_begin(ring_, ACLPROFX_KIND_MARK, 16), nullptr);
  EXPECT_FALSE(Emit(2));
  aclprofx_commit(ring_);
  EXPECT_EQ(Dropped(ACLPROFX_DROP_REENTRANT), 1u);
  EXPECT_EQ(Read().size(), 1u);
  EXPECT_TRUE(Emit(3));
}

TEST_F(RingTest, DropUnderAnOlderGateIsInNoSession) {
  const uint64_t before = ring_->gate;
  OpenGate(kAllKinds, 2);
  EXPECT_FALSE(MakeRoom(ring_, ACLPROFX_KIND_MARK, 0, before));
  EXPECT_EQ(ring_->out_of_session, 1u);
  EXPECT_EQ(Dropped(ACLPROFX_DROP_TOO_BIG), 0u);
}

TEST_F(RingTest, HeaderCarriesTheGenerationOfItsGate) {
  OpenGate(kAllKinds, 41);
  ASSERT_TRUE(Emit(1));
  aclprofx_record_header header;
  std::memcpy(&header, consumer_->At(0), sizeof(header));
  EXPECT_EQ(header.generation, 41);
}

TEST_F(RingTest, PolicyBlockLosesNothing) {
  RingSpec spec;
  spec.policy = ACLPROFX_POLICY_BLOCK;
  Make(spec);
  constexpr uint64_t kRecords = 50000;
  std::thread producer([this] {
    for (uint64_t sequence = 0; sequence < kRecords; ++sequence) Emit(sequence);
  });
  uint64_t expected = 0;
  while (expected < kRecords) {
    for (const Seen& seen : Read()) ASSERT_EQ(SequenceOf(seen), expected++);
  }
  producer.join();
  EXPECT_EQ(Dropped(ACLPROFX_DROP_RING_FULL), 0u);
}

TEST_F(RingTest, BoundedBlockDropsWhenTheBoundRunsOut) {
  RingSpec spec;
  spec.policy = ACLPROFX_POLICY_BLOCK;
  spec.wait_bound_ns = 1000000;
  Make(spec);
  uint64_t stored = 0;
  while (Emit(stored)) ++stored;
  EXPECT_EQ(Dropped(ACLPROFX_DROP_RING_FULL), 1u);
  EXPECT_EQ(Read().size(), stored);
}

TEST_F(RingTest, SleepingCollectorIsWokenPastHalf) {
  doorbell_ = 1;
  for (uint64_t used = 0; used < kCapacity / 4; used = consumer_->Tail()) ASSERT_TRUE(Emit(used));
  EXPECT_EQ(doorbell_, 1u);
  while (consumer_->Tail() <= kCapacity / 2 + kBlock) ASSERT_TRUE(Emit(0));
  EXPECT_EQ(doorbell_, 0u);
}

TEST_F(RingTest, WaitingProducerIsWokenWhenAQuarterIsFree) {
  while (Emit(0)) {
  }
  ring_->producer_waits = 1;
  const uint32_t sequence = ring_->space_sequence;
  const uint64_t quarter_free = consumer_->Tail() - kCapacity * 3 / 4;
  consumer_->Release(quarter_free - 8);
  EXPECT_EQ(ring_->producer_waits, 1u);
  EXPECT_EQ(ring_->space_sequence, sequence);
  consumer_->Release(quarter_free);
  EXPECT_EQ(ring_->producer_waits, 0u);
  EXPECT_EQ(ring_->space_sequence, sequence + 1);
}

TEST_F(RingTest, RunningTaskIsReadWhole) {
  aclprofx_task_linked seen;
  EXPECT_FALSE(consumer_->Running(&seen));
  std::atomic<bool> done{false};
  std::thread producer([&] {
    for (uint64_t i = 1; i < 200000; ++i) {
      const aclprofx_task_linked task{{i, i, static_cast<uint32_t>(i), 0, 0, 0, 0}, i, 0, 0, 0, 0};
      aclprofx_set_running(ring_, &task);
    }
    done = true;
  });
  while (!done) {
    if (!consumer_->Running(&seen)) continue;
    ASSERT_EQ(seen.task.start, seen.task.duration);
    ASSERT_EQ(seen.task.start, seen.connection_id);
  }
  producer.join();
  aclprofx_set_running(ring_, nullptr);
  EXPECT_FALSE(consumer_->Running(&seen));
}

// By 64 KiB pages, too, as some systems on aarch64 have them: the kernel refuses to give back half a page.
TEST(RingMemoryTest, DiscardGivesBackTheDataAndNothingElse) {
  std::unique_ptr<RingMemory> memory;
  RingSpec spec;
  spec.ring_id = 7;
  spec.capacity_bytes = kCapacity;
  spec.block_bytes = kBlock;
  ASSERT_TRUE(RingMemory::Create(spec, &memory).ok());
  aclprofx_ring* const ring = memory->ring();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(ring->data) % static_cast<uintptr_t>(sysconf(_SC_PAGESIZE)),
            0u);
  std::memset(ring->data, 1, kCapacity);
  memory->Discard();
  EXPECT_EQ(std::count(ring->data, ring->data + kCapacity, 0), static_cast<ptrdiff_t>(kCapacity));
  EXPECT_EQ(ring->ring_id, 7u);
  EXPECT_EQ(memory->bytes(), RingMemory::BytesOf(spec));
}

TEST(RingMemoryTest, ShapesThatCannotBeAreRefusedByName) {
  std::unique_ptr<RingMemory> memory;
  for (const auto& [capacity, block] : {std::pair<uint64_t, uint64_t>{0, 4096},
                                        {12288, 4096},
                                        {4096, 4096},
                                        {65536, 1000},
                                        {65536, 1024}}) {
    RingSpec spec;
    spec.capacity_bytes = capacity;
    spec.block_bytes = block;
    const Status status = RingMemory::Create(spec, &memory);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_NE(status.message().find(std::to_string(capacity)), std::string::npos);
  }
}

}  // namespace
}  // namespace aclprof
