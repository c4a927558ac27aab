// That a bench measures threads beside each other, and not in turn on one processor, however many benches ran before.

#include "bench/processor_split.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <thread>

namespace aclprof {
namespace {

cpu_set_t ProcessorsOfThisThread() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof(set), &set);
  return set;
}

bool Overlap(const cpu_set_t& some, const cpu_set_t& others) {
  cpu_set_t both;
  CPU_AND(&both, &some, &others);
  return CPU_COUNT(&both) != 0;
}

class ProcessorSplitTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (CPU_COUNT(&before_) < 2) GTEST_SKIP() << "one processor: nothing to split";
  }
  ~ProcessorSplitTest() override { sched_setaffinity(0, sizeof(before_), &before_); }

  const cpu_set_t before_ = ProcessorsOfThisThread();
};

TEST_F(ProcessorSplitTest, ProducerHasOneOfItsOwn) {
  ProcessorSplit().PinProducer();
  const cpu_set_t producer = ProcessorsOfThisThread();
  EXPECT_EQ(CPU_COUNT(&producer), 1);
}

TEST_F(ProcessorSplitTest, OtherThreadThatAPinnedProducerMakesRunsElsewhere) {
  ProcessorSplit().PinProducer();
  cpu_set_t other{};
  std::thread([&other] {
    ProcessorSplit().PinOther();
    other = ProcessorsOfThisThread();
  }).join();
  EXPECT_FALSE(Overlap(ProcessorsOfThisThread(), other));
}

TEST_F(ProcessorSplitTest, SecondBenchFindsTheOthersElsewhereToo) {
  ProcessorSplit().PinProducer();
  std::atomic<bool> made{false}, pinned{false};
  cpu_set_t other{};
  std::thread thread([&] {
    made.store(true);
    while (!pinned.load()) std::this_thread::yield();
    other = ProcessorsOfThisThread();
  });
  while (!made.load()) std::this_thread::yield();
  const ProcessorSplit second;
  second.PinOthers();
  second.PinProducer();
  pinned.store(true);
  thread.join();
  EXPECT_FALSE(Overlap(ProcessorsOfThisThread(), other));
}

}  // namespace
}  // namespace aclprof
