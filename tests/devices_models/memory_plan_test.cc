// Lifetimes of every kind in one block of memory.
#include "devices/models/memory_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "devices/models/aligned_memory.h"

namespace aclprof {
namespace {

bool LiveTogether(const Lifetime& a, const Lifetime& b) {
  return a.first <= b.last && b.first <= a.last;
}

void ExpectNoOverlap(const std::vector<Lifetime>& lifetimes, const MemoryPlan& plan) {
  ASSERT_EQ(plan.offsets.size(), lifetimes.size());
  for (size_t i = 0; i < lifetimes.size(); ++i) {
    EXPECT_EQ(plan.offsets[i] % kTensorAlignment, 0u);
    EXPECT_LE(plan.offsets[i] + lifetimes[i].bytes, plan.total_bytes);
    for (size_t j = 0; j < i; ++j) {
      if (!LiveTogether(lifetimes[i], lifetimes[j])) continue;
      const bool apart = plan.offsets[i] + lifetimes[i].bytes <= plan.offsets[j] ||
                         plan.offsets[j] + lifetimes[j].bytes <= plan.offsets[i];
      ASSERT_TRUE(apart) << i << " and " << j;
    }
  }
}

// The most that lives at any step: no plan can need less.
uint64_t PeakOf(const std::vector<Lifetime>& lifetimes) {
  uint64_t peak = 0;
  for (const Lifetime& at : lifetimes) {
    uint64_t live = 0;
    for (const Lifetime& other : lifetimes)
      if (other.first <= at.first && at.first <= other.last) live += AlignedUp(other.bytes);
    peak = std::max(peak, live);
  }
  return peak;
}

uint64_t SumOf(const std::vector<Lifetime>& lifetimes) {
  uint64_t sum = 0;
  for (const Lifetime& lifetime : lifetimes) sum += AlignedUp(lifetime.bytes);
  return sum;
}

TEST(MemoryPlan, NothingNeedsNothing) { EXPECT_EQ(PlanMemory({}).total_bytes, 0u); }

TEST(MemoryPlan, ChainNeedsTwoNeighbours) {
  std::vector<Lifetime> chain;
  for (size_t i = 0; i < 100; ++i) chain.push_back({i, i + 1, 640});
  const MemoryPlan plan = PlanMemory(chain);
  ExpectNoOverlap(chain, plan);
  EXPECT_EQ(plan.total_bytes, 2 * 640u);
}

TEST(MemoryPlan, WhatEndsWhereAnotherBeginsIsNotShared) {
  const std::vector<Lifetime> both = {{0, 1, 64}, {1, 2, 64}};
  EXPECT_EQ(PlanMemory(both).total_bytes, 128u);
}

TEST(MemoryPlan, SmallestGapThatFitsIsTaken) {
  // Two gaps, of 256 and of 128 bytes, each before something that stays; then the small one comes first.
  const std::vector<Lifetime> lifetimes = {{0, 3, 256}, {1, 9, 64},  {2, 3, 128},
                                           {3, 9, 64},  {4, 9, 128}, {5, 9, 256}};
  const MemoryPlan plan = PlanMemory(lifetimes);
  ExpectNoOverlap(lifetimes, plan);
  EXPECT_EQ(plan.total_bytes, 512u);
}

TEST(MemoryPlan, GapAtTheEndGrows) {
  const std::vector<Lifetime> lifetimes = {{0, 9, 64}, {0, 1, 64}, {2, 3, 640}};
  EXPECT_EQ(PlanMemory(lifetimes).total_bytes, 704u);
}

TEST(MemoryPlan, NeighbouringGapsBecomeOne) {
  const std::vector<Lifetime> lifetimes = {
      {0, 1, 64}, {0, 1, 64}, {0, 1, 64}, {0, 9, 64}, {2, 9, 192}};
  EXPECT_EQ(PlanMemory(lifetimes).total_bytes, 256u);
}

std::vector<Lifetime> RandomLifetimes(std::mt19937* random) {
  const size_t steps = 1 + (*random)() % 60;
  std::vector<Lifetime> lifetimes(1 + (*random)() % 150);
  for (Lifetime& lifetime : lifetimes) {
    lifetime.first = (*random)() % steps;
    lifetime.last = lifetime.first + ((*random)() % 4 == 0 ? (*random)() % steps : (*random)() % 3);
    lifetime.bytes = 1 + (*random)() % ((*random)() % 5 == 0 ? 100000 : 500);
  }
  return lifetimes;
}

TEST(MemoryPlan, RandomLifetimesNeverOverlapAndShareMemory) {
  std::mt19937 random(20240311);
  uint64_t planned = 0, peaks = 0;
  for (int i = 0; i < 400; ++i) {
    const std::vector<Lifetime> lifetimes = RandomLifetimes(&random);
    const MemoryPlan plan = PlanMemory(lifetimes);
    ASSERT_NO_FATAL_FAILURE(ExpectNoOverlap(lifetimes, plan));
    ASSERT_GE(plan.total_bytes, PeakOf(lifetimes));
    ASSERT_LE(plan.total_bytes, SumOf(lifetimes));
    planned += plan.total_bytes;
    peaks += PeakOf(lifetimes);
  }
  EXPECT_LT(planned, peaks + peaks / 2);
}

}  // namespace
}  // namespace aclprof
