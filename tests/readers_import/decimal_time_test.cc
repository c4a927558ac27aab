#include "readers/import/decimal_time.h"

#include <gtest/gtest.h>

namespace aclprof {
namespace {

Instant Micros(std::string_view text) {
  Instant instant{-1, 0};
  EXPECT_TRUE(ParseMicros(text, &instant)) << text;
  return instant;
}

TEST(DecimalTime, EpochMicrosKeepEveryDigit) {
  EXPECT_EQ(Micros("1784177144514957.993"), (Instant{1784177144514957993, 0}));
  EXPECT_EQ(Micros("1784177144514957.993265625"), (Instant{1784177144514957993, 265625}));
  EXPECT_EQ(Micros("1695115378713661"), (Instant{1695115378713661000, 0}));
}

TEST(DecimalTime, TabsAndBlanksAroundAreIgnored) {
  EXPECT_EQ(Micros(" 12.5\t"), (Instant{12500, 0}));
}

TEST(DecimalTime, ExponentsAreTaken) {
  EXPECT_EQ(Micros("1e-05"), (Instant{0, 10000}));
  EXPECT_EQ(Micros("1.7364054e+15"), (Instant{1736405400000000000, 0}));
  EXPECT_EQ(Micros("25E2"), (Instant{2500000, 0}));
}

TEST(DecimalTime, NoiseOfDoublesBelowAnAttosecondIsRounded) {
  EXPECT_EQ(Micros("0.44999999999999996"), (Instant{450, 0}));
  EXPECT_EQ(Micros("0.28000000000000003"), (Instant{280, 0}));
}

TEST(DecimalTime, TenthsOfAFemtosecondAreKept) {
  EXPECT_EQ(Micros("3083.1216015625"), (Instant{3083121, 601562, 500}));
}

TEST(DecimalTime, HalfAnAttosecondRoundsToEven) {
  EXPECT_EQ(Micros("0.0000000000005"), (Instant{0, 0, 0}));
  EXPECT_EQ(Micros("0.0000000000015"), (Instant{0, 0, 2}));
  EXPECT_EQ(Micros("0.00000000000050001"), (Instant{0, 0, 1}));
  EXPECT_EQ(Micros("15e-13"), (Instant{0, 0, 2}));
  EXPECT_EQ(Micros("25e-13"), (Instant{0, 0, 2}));
  EXPECT_EQ(Micros("251e-14"), (Instant{0, 0, 3}));
}

TEST(DecimalTime, NanosAreNanos) {
  Instant instant;
  ASSERT_TRUE(ParseNanos("1784164913531383461", &instant));
  EXPECT_EQ(instant, (Instant{1784164913531383461, 0}));
  ASSERT_TRUE(ParseNanos("13520.265625", &instant));
  EXPECT_EQ(instant, (Instant{13520, 265625}));
}

TEST(DecimalTime, WhatIsNoNumberIsRefused) {
  Instant instant;
  for (const char* text : {"", ".", "-", "N/A", "1.2.3", "12a", "1e", "1e+", "0x10", "1e99", "nan",
                           "1 2", "99999999999999999999999999", "1e60", "-1", "+1"}) {
    EXPECT_FALSE(ParseMicros(text, &instant)) << text;
  }
}

}  // namespace
}  // namespace aclprof
