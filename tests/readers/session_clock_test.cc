#include "readers/session_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace aclprof {
namespace {

constexpr int64_t kSecond = 1000000000;
constexpr int64_t kUnix = 1767225600 * kSecond;

ClockStamp Stamp(uint64_t ticks, int64_t raw_ns, int64_t realtime_ns) {
  return {ticks, raw_ns, realtime_ns};
}

SessionClock Clock(std::vector<ClockStamp> stamps, uint64_t ticks_per_second = 1000000000) {
  SessionClock clock;
  clock.Build(std::move(stamps), ticks_per_second);
  return clock;
}

TEST(SessionClock, NanosecondTicksKeepEveryDigitAfterYears) {
  constexpr int64_t kUp = 400 * 86400 * kSecond;
  const SessionClock clock = Clock(
      {Stamp(kUp, kUp, kUnix), Stamp(kUp + 5 * kSecond, kUp + 5 * kSecond, kUnix + 5 * kSecond)});
  EXPECT_EQ(clock.At(kUp + 1), (Instant{kUnix + 1, 0}));
  EXPECT_EQ(clock.At(kUp + 2) - clock.At(kUp + 1), (Span{1, 0}));
  EXPECT_EQ(clock.At(kUp - 1), (Instant{kUnix - 1, 0}));
}

TEST(SessionClock, DriftBetweenStampsIsCorrected) {
  // A counter that claims 1 GHz and runs 50 ppm fast.
  std::vector<ClockStamp> stamps;
  for (int64_t s = 0; s <= 180; ++s)
    stamps.push_back(Stamp(s * (kSecond + 50000), s * kSecond, kUnix + s * kSecond));
  const SessionClock clock = Clock(stamps);
  for (const ClockStamp& stamp : stamps) EXPECT_EQ(clock.At(stamp.ticks).ns, stamp.realtime_ns);
  const int64_t middle = clock.At(90 * (kSecond + 50000) + (kSecond + 50000) / 2).ns;
  EXPECT_EQ(middle, kUnix + 90 * kSecond + kSecond / 2);
}

TEST(SessionClock, SettingTheWallClockMovesNothing) {
  const SessionClock clock =
      Clock({Stamp(0, 0, kUnix), Stamp(10 * kSecond, 10 * kSecond, kUnix + 3610 * kSecond)});
  EXPECT_EQ(clock.At(10 * kSecond).ns, kUnix + 10 * kSecond);
  EXPECT_EQ(clock.wall_clock_shift_ns(), 3600 * kSecond);
}

TEST(SessionClock, CounterTicksKeepTheirOrderAndAreTrueToTheNanosecond) {
  constexpr uint64_t kHz = 2445012345;
  const SessionClock clock = Clock({Stamp(7, 0, kUnix), Stamp(7 + 5 * kHz, 5 * kSecond, kUnix)}, 1);
  Instant before = clock.At(7);
  for (uint64_t ticks = 8; ticks < 7 + 12 * kHz; ticks += 1 + kHz / 100003) {
    const Instant at = clock.At(ticks);
    const Instant exact = AtRate(ticks, 7, kUnix, {5 * kHz, 5 * kSecond});
    ASSERT_LT(before, at) << ticks;
    ASSERT_GE(at, exact) << ticks;
    ASSERT_LE(at - exact, (Span{0, 0, 1})) << ticks;
    before = at;
  }
  EXPECT_EQ(clock.At(7 + 5 * kHz), (Instant{kUnix + 5 * kSecond, 0}));
}

TEST(SessionClock, RatesThatNobodyHasDoNotOverflow) {
  const SessionClock slow = Clock({Stamp(0, 0, kUnix), Stamp(1, int64_t{1} << 51, kUnix)}, 1);
  EXPECT_EQ(slow.At(1).ns, kUnix + (int64_t{1} << 51));
  const SessionClock late = Clock({Stamp(0, 0, INT64_MAX - 5), Stamp(kSecond, kSecond, 0)}, 1);
  EXPECT_EQ(late.At(kSecond / 2).ns, INT64_MAX);
}

TEST(SessionClock, OneStampGoesByTheNominalRate) {
  const SessionClock clock = Clock({Stamp(1000, 500, kUnix)}, 50000000);  // 20 ns a tick
  EXPECT_EQ(clock.At(1001).ns, kUnix + 20);
  EXPECT_EQ(clock.At(999).ns, kUnix - 20);
}

TEST(SessionClock, StampsThatGoBackwardsOrRepeatAreLeftOut) {
  const SessionClock clock =
      Clock({Stamp(5 * kSecond, 5 * kSecond, kUnix + 5 * kSecond), Stamp(0, 0, kUnix),
             Stamp(0, 0, kUnix), Stamp(6 * kSecond, 1 * kSecond, kUnix)});
  EXPECT_EQ(clock.At(4 * kSecond).ns, kUnix + 4 * kSecond);
  EXPECT_EQ(clock.At(7 * kSecond).ns, kUnix + 7 * kSecond);
}

TEST(SessionClock, TimeNeverRunsBackwards) {
  const SessionClock clock = Clock({Stamp(0, 0, kUnix), Stamp(kSecond, kSecond + 333, kUnix),
                                    Stamp(3 * kSecond, 3 * kSecond - 7, kUnix)});
  Instant before = clock.At(0);
  for (uint64_t ticks = 0; ticks < 4u * kSecond; ticks += 9999991) {
    EXPECT_LE(before, clock.At(ticks));
    before = clock.At(ticks);
  }
}

TEST(SessionClock, ImpossibleStampsStayInRange) {
  const SessionClock clock =
      Clock({Stamp(0, INT64_MIN, INT64_MAX), Stamp(UINT64_MAX, INT64_MAX, INT64_MIN)}, 1);
  (void)clock.At(0);
  (void)clock.At(UINT64_MAX);
  EXPECT_EQ(AtRate(UINT64_MAX, 0, 0, {1, UINT64_MAX >> 12}),
            (Instant{INT64_MAX, kFemtosPerNano - 1, kAttosPerFemto - 1}));
  EXPECT_EQ(AtRate(0, UINT64_MAX, 0, {1, UINT64_MAX >> 12}), (Instant{INT64_MIN, 0}));
}

// The one that multiplies against the one that divides.
TEST(TickSegment, IsExactForEveryRateAndMoment) {
  std::mt19937_64 random(3);
  const auto any = [&random] { return random() >> random() % 64; };
  for (int i = 0; i < 200000; ++i) {
    const TickRate rate{std::max<uint64_t>(any() >> 12, 1), std::max<uint64_t>(any() >> 12, 1)};
    const uint64_t anchor = any();
    const auto at_ns = static_cast<int64_t>(any());
    const uint64_t ticks = i % 3 == 0 ? any() : anchor + any();
    const TickSegment segment(anchor, at_ns, rate);
    const Instant exact = AtRate(ticks, anchor, at_ns, rate);
    ASSERT_EQ(segment.At(ticks), exact)
        << ticks << " at " << anchor << " = " << at_ns << ", " << rate.ticks << " / " << rate.ns;
    ASSERT_EQ(segment.MovedTo(ticks).At(ticks), exact);
  }
}

TEST(TickSegment, IsExactForClocksThatThereAre) {
  std::mt19937_64 random(4);
  for (const uint64_t hz : {1000000000ull, 50000000ull, 2445012345ull, 19200000ull, 3ull}) {
    for (int i = 0; i < 20000; ++i) {
      const uint64_t past = random() >> (random() % 30 + 4);
      ASSERT_EQ(TickSegment(7, kUnix, {hz, kSecond}).At(7 + past),
                AtRate(7 + past, 7, kUnix, {hz, kSecond}))
          << past << " at " << hz;
    }
  }
}

TEST(MomentReader, SaysWhatTheClockSays) {
  std::vector<ClockStamp> stamps;
  for (int64_t s = 100; s <= 160; s += 5)
    stamps.push_back(Stamp(s * (kSecond + 50000), s * kSecond, kUnix + s * kSecond));
  const SessionClock session = Clock(stamps);
  const RingEntry own{0, 7, 19200000, 1000, kUnix};
  const RingClock clocks[] = {{&session, nullptr}, {&session, &own}};
  std::mt19937_64 random(6);
  for (const RingClock& clock : clocks) {
    MomentReader moments(clock);
    for (int i = 0; i < 20000; ++i) {
      const uint64_t ticks = random() % (300 * kSecond);
      ASSERT_EQ(moments.At(ticks).ToInstant(), clock.At(ticks)) << ticks;
    }
  }
}

TEST(RingClock, FinerTicksThanNanosecondsKeepTheirDigits) {
  const SessionClock session = Clock({});
  const RingEntry ring{0, 0, 1000000000000, 500, kUnix};  // picoseconds
  const RingClock clock(&session, &ring);
  EXPECT_EQ(clock.At(500), (Instant{kUnix, 0}));
  EXPECT_EQ(clock.At(500 + 1001), (Instant{kUnix + 1, 1000}));
  EXPECT_EQ(clock.At(499), (Instant{kUnix - 1, 999000}));
}

TEST(RingClock, RingWithoutAClockGoesByTheSessions) {
  const SessionClock session = Clock({Stamp(7, 7, kUnix)});
  const RingEntry ring{0, 0, 0, 0, 0};
  EXPECT_EQ(RingClock(&session, &ring).At(8).ns, kUnix + 1);
  EXPECT_EQ(RingClock(&session, nullptr).At(8).ns, kUnix + 1);
}

}  // namespace
}  // namespace aclprof
