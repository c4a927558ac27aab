#include "base/tick_clock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include "aclprof/producer.h"
#include "base/counter_trust.h"

namespace aclprof {
namespace {

constexpr int64_t kSecond = 1000000000;

TEST(TickClock, IsTheCounterWhereItIsTrustedAndElseSaysWhyNot) {
  ASSERT_EQ(std::getenv("ACLPROF_CLOCK"), nullptr);
  const char* const why = WhyCounterIsNotTrusted();
  EXPECT_EQ(ClockIsCounter(), why == nullptr);
  EXPECT_EQ(std::string(ClockNote()), why == nullptr ? "" : why);
  EXPECT_EQ(std::string(ClockSourceName()) == "monotonic_raw", why != nullptr);
}

TEST(TickClock, TicksAndMonotonicTimeRunAtTheRateThatIsTold) {
  const ClockMoment first = NowMoment();
  const auto rate = static_cast<double>(TicksPerSecond());
  ClockMoment last = NowMoment();
  while (last.monotonic_raw_ns - first.monotonic_raw_ns < kSecond / 50) last = NowMoment();
  const auto ticks = static_cast<double>(last.ticks - first.ticks);
  const auto ns = static_cast<double>(last.monotonic_raw_ns - first.monotonic_raw_ns);
  EXPECT_NEAR(ticks / ns * kSecond / rate, 1.0, 1e-3);
}

TEST(TickClock, TheCounterAloneLiesBetweenTwoReadingsOfTheClock) {
  if (!ClockIsCounter()) GTEST_SKIP() << ClockNote();
  const uint64_t microsecond = TicksPerSecond() / 1000000;
  for (int i = 0; i < 1000; ++i) {
    const uint64_t before = NowTicks();
    const uint64_t between = aclprofx_counter();
    // It may overtake what stands before it, by less than a microsecond.
    EXPECT_LE(before, between + microsecond);
    EXPECT_LE(between, NowTicks());
  }
}

// Two threads that hand a stamp to and fro: every one is at or after the other's.
TEST(TickClock, StampsOfTwoThreadsKeepTheOrderOfCauseAndEffect) {
  constexpr int kTurns = 20000;
  std::atomic<uint64_t> handed{0};
  std::atomic<int> turn{0};
  std::atomic<int> backwards{0};
  const auto play = [&](int me) {
    for (int i = me; i < kTurns; i += 2) {
      while (turn.load(std::memory_order_acquire) != i) std::this_thread::yield();
      const uint64_t now = NowTicks();
      if (now < handed.load(std::memory_order_relaxed)) ++backwards;
      handed.store(now, std::memory_order_relaxed);
      turn.store(i + 1, std::memory_order_release);
    }
  };
  std::thread other(play, 1);
  play(0);
  other.join();
  EXPECT_EQ(backwards, 0);
}

}  // namespace
}  // namespace aclprof
