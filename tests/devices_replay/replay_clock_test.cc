#include "devices/replay/replay_clock.h"

#include <gtest/gtest.h>

namespace aclprof {
namespace {

constexpr int64_t kEpochNs = 1784177144514943513;

// What a reader makes of ticks: an anchor and a rate.
Instant Back(const ReplayClock& clock, uint64_t ticks) {
  const aclprofx_clock how = clock.description();
  const uint64_t per_nano = how.ticks_per_second / 1000000000;
  return FromNanosAndAttos<Instant>(
      how.anchor_realtime_ns + static_cast<int64_t>(ticks / per_nano),
      static_cast<uint32_t>(ticks % per_nano * (kAttosPerNano / per_nano)));
}

TEST(ReplayClock, WholeNanosecondsNeedNanosecondTicks) {
  const ReplayClock clock({kEpochNs, 0}, {kEpochNs + 1000, 0}, 0);
  EXPECT_EQ(clock.description().ticks_per_second, 1000000000u);
  EXPECT_EQ(clock.TicksAt({kEpochNs + 7, 0}), 7u);
}

TEST(ReplayClock, EveryDigitComesBack) {
  const Instant first{kEpochNs, 123456};
  for (int digits = 1; digits <= 9; ++digits) {
    uint32_t unit = 1;
    for (int i = digits; i < 9; ++i) unit *= 10;
    const auto at = FromNanosAndAttos<Instant>(kEpochNs + 98765, 7 * unit);
    const ReplayClock clock(first, {kEpochNs + 1000000, 0}, digits);
    EXPECT_EQ(Back(clock, clock.TicksAt(at)), at) << digits;
    EXPECT_TRUE(clock.exact());
  }
}

TEST(ReplayClock, AnHourOfFemtosecondsFits) {
  const ReplayClock clock({kEpochNs, 0}, {kEpochNs + 3600000000000, 0}, 6);
  EXPECT_TRUE(clock.exact());
  EXPECT_EQ(clock.description().ticks_per_second, 1000000000000000u);
}

TEST(ReplayClock, CaptureTooLongForItsDigitsIsRounded) {
  const ReplayClock clock({kEpochNs, 0}, {kEpochNs + 36000000000000, 0}, 6);
  EXPECT_FALSE(clock.exact());
  EXPECT_EQ(clock.description().ticks_per_second, 100000000000000u);
  EXPECT_EQ(clock.Ticks({1, 15, 0}), 100002u);
}

TEST(ReplayClock, RelativeTimesMayBeginAtZero) {
  const ReplayClock clock({0, 0}, {INT64_MAX / 2 + INT64_MAX / 2, 0}, 6);
  EXPECT_EQ(clock.description().ticks_per_second, 1000000000u);
}

}  // namespace
}  // namespace aclprof
