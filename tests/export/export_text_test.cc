// Numbers, cells and strings of the exports, to the letter.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <set>
#include <string>

#include "export/csv_text.h"
#include "export/export_times.h"
#include "export/json_text.h"
#include "export/number_text.h"
#include "export/timeline_layers.h"

namespace aclprof {
namespace {

template <typename Function, typename... Values>
std::string Text(Function put, Values... values) {
  char text[kNumberTextBytes];
  return std::string(text, put(text, values...));
}

char* NearMicrosAlone(char* at, int64_t ns) { return NearMicros().Put(at, ns); }

TEST(NumberText, IntegersOfEveryLength) {
  EXPECT_EQ(Text(PutUnsigned, uint64_t{0}), "0");
  uint64_t value = 0;
  std::string expected;
  for (const char digit : std::string("12345678901234567890")) {
    value = value * 10 + static_cast<uint64_t>(digit - '0');
    expected += digit;
    EXPECT_EQ(Text(PutUnsigned, value), expected);
  }
  EXPECT_EQ(Text(PutUnsigned, UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(Text(PutSigned, INT64_MIN), "-9223372036854775808");
}

TEST(NumberText, IntegersOfEveryKind) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 100000; ++i) {
    const uint64_t value = random() >> random() % 64;
    ASSERT_EQ(Text(PutUnsigned, value), std::to_string(value));
  }
}

std::string MicrosReference(int64_t ns) {
  const __int128 wide = ns;
  const auto magnitude = static_cast<uint64_t>(wide < 0 ? -wide : wide);
  const std::string rest = std::to_string(1000 + magnitude % 1000).substr(1);
  return (ns < 0 ? "-" : "") + std::to_string(magnitude / 1000) + "." + rest;
}

// Digits are written by threes: what lies around every power of ten, and every group with zeros in front.
TEST(NumberText, NumbersAroundEveryPowerOfTen) {
  for (unsigned __int128 power = 1; power <= UINT64_MAX; power *= 10) {
    for (const int by : {-2, -1, 0, 1, 9, 10, 99, 100}) {
      const auto value = static_cast<uint64_t>(power + static_cast<unsigned __int128>(by));
      EXPECT_EQ(Text(PutUnsigned, value), std::to_string(value));
      const auto ns = static_cast<int64_t>(value);
      EXPECT_EQ(Text(PutMicros, ns), MicrosReference(ns));
      EXPECT_EQ(Text(NearMicrosAlone, ns), MicrosReference(ns));
    }
  }
  for (uint64_t value = 0; value < 2'000'000; value += 7)
    ASSERT_EQ(Text(PutUnsigned, value), std::to_string(value));
  EXPECT_EQ(Text(PutMicros, INT64_MIN), MicrosReference(INT64_MIN));
}

// Near ones, far ones, and such as have nothing in common with the one before.
TEST(NumberText, TimesInARowAreThoseAlone) {
  std::mt19937_64 random(9);
  NearMicros near;
  int64_t ns = 1784177144507567326;
  for (int i = 0; i < 100000; ++i) {
    ns = i % 100 == 0 ? static_cast<int64_t>(random() >> random() % 64)
                      : ns + static_cast<int64_t>(random() % 10'000'000'000);
    if (i % 1000 == 999) ns = -ns % 1000000;
    char text[kNumberTextBytes];
    ASSERT_EQ(std::string(text, near.Put(text, ns)), Text(PutMicros, ns)) << ns;
  }
}

TEST(NumberText, FlowIdsAbove64Bits) {
  const unsigned __int128 id = static_cast<unsigned __int128>(UINT64_MAX) << 32;
  EXPECT_EQ(Text(PutUnsigned128, id), "79228162514264337589248983040");
  const unsigned __int128 just_above = static_cast<unsigned __int128>(UINT64_MAX) + 1;
  EXPECT_EQ(Text(PutUnsigned128, just_above), "18446744073709551616");
  EXPECT_EQ(Text(PutUnsigned128, static_cast<unsigned __int128>(14) << 32), "60129542144");
}

TEST(NumberText, MicrosKeepThreeDecimals) {
  EXPECT_EQ(Text(PutMicros, int64_t{0}), "0.000");
  EXPECT_EQ(Text(PutMicros, int64_t{1}), "0.001");
  EXPECT_EQ(Text(PutMicros, int64_t{999}), "0.999");
  EXPECT_EQ(Text(PutMicros, int64_t{1001}), "1.001");
  EXPECT_EQ(Text(PutMicros, int64_t{1784177144507567326}), "1784177144507567.326");
  EXPECT_EQ(Text(PutMicros, int64_t{-1500}), "-1.500");
  EXPECT_EQ(Text(PutMicros, INT64_MAX), "9223372036854775.807");
}

TEST(NumberText, WaitsHaveSixDecimals) {
  EXPECT_EQ(Text(PutMicrosSixDecimals, int64_t{720}), "0.720000");
  EXPECT_EQ(Text(PutMicrosSixDecimals, int64_t{8430840}), "8430.840000");
}

TEST(NumberText, FemtosecondsAddDigitsOnlyWhereThereAreAny) {
  EXPECT_EQ(Text(PutMicrosExact, Span{9800, 203125}), "9.800203125");
  EXPECT_EQ(Text(PutMicrosExact, Span{13780, 281250}), "13.78028125");
  EXPECT_EQ(Text(PutMicrosExact, Span{20, 0}), "0.020");
  EXPECT_EQ(Text(PutMicrosExact, Span{0, 1}), "0.000000001");
  EXPECT_EQ(Text(PutMicrosExact, Span{3083121, 601562, 500}), "3083.1216015625");
  EXPECT_EQ(Text(PutMicrosExact, Span{1000000000, 0}), "1000000.000");
}

TEST(NumberText, StatisticsDropTrailingZeros) {
  const auto thousandths = [](uint64_t value) {
    return Text(PutThousandths, static_cast<unsigned __int128>(value));
  };
  EXPECT_EQ(thousandths(0), "0");
  EXPECT_EQ(thousandths(6670), "6.67");
  EXPECT_EQ(thousandths(3335), "3.335");
  EXPECT_EQ(thousandths(100000), "100");
  EXPECT_EQ(thousandths(83082440), "83082.44");
  EXPECT_EQ(thousandths(1728235072439), "1728235072.439");
}

TEST(NumberText, DoublesReadBackAndNeverBreakJson) {
  EXPECT_EQ(Text(PutDouble, 1650.0), "1650");
  EXPECT_EQ(Text(PutDouble, 0.1), "0.1");
  EXPECT_EQ(Text(PutDouble, std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(Text(PutDouble, -std::numeric_limits<double>::infinity()), "null");
  const double awkward = -std::numeric_limits<double>::min() / 3;
  EXPECT_EQ(std::strtod(Text(PutDouble, awkward).c_str(), nullptr), awkward);
}

TEST(CsvCell, PlainTextStays) {
  EXPECT_EQ(CsvCell("add_kernel"), "add_kernel");
  EXPECT_EQ(CsvCell("FLOAT;INT64;INT64"), "FLOAT;INT64;INT64");
  EXPECT_EQ(CsvCell("\xff name"), "\xff name");
}

TEST(CsvCell, NothingIsNotAvailable) { EXPECT_EQ(CsvCell(""), "N/A"); }

TEST(CsvCell, ShapesKeepTheirInnerQuotes) {
  EXPECT_EQ(CsvCell("\"32,3,224,224\""), "\"\"\"32,3,224,224\"\"\"");
}

TEST(CsvCell, WhatASpreadsheetWouldCalculateIsGuarded) {
  EXPECT_EQ(CsvCell("=1+1"), "'=1+1");
  EXPECT_EQ(CsvCell("+k"), "'+k");
  EXPECT_EQ(CsvCell("-k"), "'-k");
  EXPECT_EQ(CsvCell("@k"), "'@k");
  EXPECT_EQ(CsvCell("=a,b"), "\"'=a,b\"");
  EXPECT_EQ(CsvCell("k=1"), "k=1");
}

TEST(CsvCell, LineEndsAndCommasAreQuoted) {
  EXPECT_EQ(CsvCell("a,b"), "\"a,b\"");
  EXPECT_EQ(CsvCell("a\nb"), "\"a\nb\"");
  EXPECT_EQ(CsvCell("a\rb"), "\"a\rb\"");
}

TEST(JsonEscaped, ValidUtf8StaysAsItIs) {
  const std::string text = "op \xC3\xA9 \xE7\xAE\x97\xE5\xAD\x90 \xF0\x9F\x98\x80";
  EXPECT_EQ(JsonEscaped(text), text);
}

TEST(JsonEscaped, QuotesBackslashesAndControlsAreEscaped) {
  EXPECT_EQ(JsonEscaped("a\"b\\c\nd\re\tf"), "a\\\"b\\\\c\\nd\\re\\tf");
  EXPECT_EQ(JsonEscaped(std::string("\0\x1f\x7f", 3)), "\\u0000\\u001f\\u007f");
}

TEST(JsonEscaped, EveryInvalidByteIsReplaced) {
  const std::string replaced = "\xEF\xBF\xBD";
  EXPECT_EQ(JsonEscaped("a\xff"), "a" + replaced);
  EXPECT_EQ(JsonEscaped("\xC3"), replaced);                                // cut short
  EXPECT_EQ(JsonEscaped("\xC0\xAF"), replaced + replaced);                 // overlong
  EXPECT_EQ(JsonEscaped("\xED\xA0\x80"), replaced + replaced + replaced);  // a surrogate
  EXPECT_EQ(JsonEscaped("\xF4\x90\x80\x80"),                               // above U+10FFFF
            replaced + replaced + replaced + replaced);
  EXPECT_EQ(JsonEscaped("\xE7\xAE"
                        "x"),
            replaced + replaced + "x");
}

TEST(ExportTimes, WholeNanosecondStartsKeepTheDuration) {
  const ExportTimes times = TimesOf({1000, 0}, {13780, 281250});
  EXPECT_EQ(times.start_ns, 1000);
  EXPECT_EQ(times.stop_ns, 14780);
  EXPECT_EQ(times.duration, (Span{13780, 281250}));
}

TEST(ExportTimes, StopRoundsUpFromHalfANanosecond) {
  EXPECT_EQ(TimesOf({1000, 0}, {10, 500000}).stop_ns, 1011);
  EXPECT_EQ(TimesOf({1000, 0}, {10, 499999}).stop_ns, 1010);
}

// A clock finer than a nanosecond: what touches in the recording must touch in the export.
TEST(ExportTimes, FinerStartsStillTouch) {
  Instant start{100, 600000};
  for (const Span duration : {Span{10, 800000}, Span{3, 333333}, Span{0, 400000}}) {
    const ExportTimes times = TimesOf(start, duration);
    start = start + duration;
    EXPECT_EQ(times.stop_ns, TimesOf(start, {1, 0}).start_ns);
    EXPECT_EQ(times.duration, (Span{times.stop_ns - times.start_ns, 0}));
  }
}

TEST(ExportTimes, StopIsTheRoundedSumWhateverIsBelowTheNanosecond) {
  const uint32_t attos[] = {0, 1, 499999999, 500000000, 500000001, 999999999};
  for (const uint32_t of_start : attos) {
    for (const uint32_t of_duration : attos) {
      const auto start = FromNanosAndAttos<Instant>(1000, of_start);
      const auto duration = FromNanosAndAttos<Span>(10, of_duration);
      EXPECT_EQ(TimesOf(start, duration).stop_ns, RoundToNanos(start + duration));
    }
  }
}

TEST(ExportTimes, ImpossibleValuesAreClamped) {
  EXPECT_EQ(TimesOf({1000, 0}, {-5, 0}).duration, Span());
  const ExportTimes longest = TimesOf({INT64_MAX, 999999}, {INT64_MAX, 999999});
  EXPECT_GE(longest.stop_ns, longest.start_ns);
}

TEST(TimelineLayers, PidsAreTheVendors) {
  EXPECT_EQ(LayerPid(195781, Layer::kCann, -1), 200479999u);
  EXPECT_EQ(LayerPid(195781, Layer::kAscendHardware, 0), 200479744u + 14 * 32);
}

TEST(TimelineLayers, EveryDeviceHasItsOwn) {
  std::set<uint64_t> pids;
  for (const Layer layer : {Layer::kCann, Layer::kAscendHardware, Layer::kOverlapAnalysis}) {
    for (int32_t device = -1; device < 64; ++device) {
      EXPECT_TRUE(pids.insert(LayerPid(4194303, layer, device)).second) << device;
    }
  }
}

TEST(TimelineLayers, CountersGoByName) {
  EXPECT_EQ(LayerOfCounter("AI Core Freq"), Layer::kAiCoreFreq);
  EXPECT_EQ(LayerOfCounter("CPU 3"), Layer::kCpuUsage);
  EXPECT_EQ(LayerOfCounter("HBM 0/Read"), Layer::kHbm);
  EXPECT_EQ(LayerOfCounter("queue depth"), Layer::kCounters);
}

}  // namespace
}  // namespace aclprof
