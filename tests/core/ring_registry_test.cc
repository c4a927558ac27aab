// What the registry refuses, and that a refusal leaves nothing behind.

#include "core/ring_registry.h"

#include <gtest/gtest.h>

#include <set>

#include "core/name_table.h"

namespace aclprof {
namespace {

class RingRegistryTest : public ::testing::Test {
 protected:
  NameTable names_;
  uint32_t doorbell_ = 0;
  RingRegistry registry_{&names_, &doorbell_};
};

TEST_F(RingRegistryTest, RingWithoutAnIdIsRefused) {
  for (uint32_t i = 0; i + 1 < NameTable::kMaxEntries; ++i) names_.Add(DictionarySpace::kRing, "");
  aclprofx_ring* last = nullptr;
  ASSERT_TRUE(registry_.Open({}, &last).ok());
  aclprofx_ring* ring = nullptr;
  for (int attempt = 0; attempt < 2; ++attempt) {
    const Status opened = registry_.Open({}, &ring);
    EXPECT_EQ(opened.code(), StatusCode::kResourceExhausted);
    EXPECT_NE(opened.message().find("no id is left"), std::string::npos) << opened.message();
  }
  EXPECT_EQ(ring, nullptr);
  EXPECT_EQ(registry_.counts().rings, 1u);
  EXPECT_EQ(registry_.counts().bytes,
            RingMemory::BytesOf({.capacity_bytes = last->capacity_bytes}));
}

TEST_F(RingRegistryTest, RefusalNamesWhatIsInUse) {
  ProducerSpec large;
  large.device_id = 0;
  large.capacity_bytes = GetSettings().ring_cap_bytes;
  large.block_bytes = 4096;
  aclprofx_ring* ring = nullptr;
  const Status opened = registry_.Open(large, &ring);
  EXPECT_EQ(opened.code(), StatusCode::kResourceExhausted);
  EXPECT_NE(opened.message().find("0 of 4096 with 0 of"), std::string::npos) << opened.message();
  EXPECT_EQ(registry_.counts().rings, 0u);
}

TEST_F(RingRegistryTest, BoundThatOverflowsAClockIsRefused) {
  ProducerSpec spec;
  spec.policy = ACLPROFX_POLICY_BLOCK;
  spec.wait_bound_ns = kMostWaitNs + 1;
  aclprofx_ring* ring = nullptr;
  const Status opened = registry_.Open(spec, &ring);
  EXPECT_EQ(opened.code(), StatusCode::kInvalidArgument);
  EXPECT_NE(opened.message().find("wait_bound_ns"), std::string::npos) << opened.message();
}

TEST_F(RingRegistryTest, IdsOfEndedThreadsAreUsedAgain) {
  ProducerSpec small;
  small.capacity_bytes = 8192;
  small.block_bytes = 4096;
  std::set<uint32_t> ids;
  for (uint32_t i = 0; i < RingRegistry::kFreshThreadRings + 100; ++i) {
    aclprofx_ring* ring = nullptr;
    ASSERT_TRUE(registry_.Open(small, &ring).ok());
    ids.insert(ring->ring_id);
    registry_.Close(ring);
  }
  EXPECT_EQ(ids.size(), RingRegistry::kFreshThreadRings);
}

TEST_F(RingRegistryTest, ThereAreAsManyRingsAsSlotsAndNoMore) {
  ProducerSpec small;
  small.device_id = 1;
  small.capacity_bytes = 8192;
  small.block_bytes = 4096;
  aclprofx_ring* ring = nullptr;
  for (int i = 0; i < RingRegistry::kMaxRings; ++i) ASSERT_TRUE(registry_.Open(small, &ring).ok());
  EXPECT_EQ(registry_.Open(small, &ring).code(), StatusCode::kResourceExhausted);
  registry_.Close(ring);
  EXPECT_TRUE(registry_.Open(small, &ring).ok());
}

}  // namespace
}  // namespace aclprof
