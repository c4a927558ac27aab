// Every column of every group of AI Core metrics against values worked by hand, and records that are not whole.
#include "export/core_metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace aclprof {
namespace {

// 1000 cycles at 1 GHz: one microsecond of one block on one core.
CoreCounts Counts(uint16_t group, uint16_t kind, std::array<uint64_t, 8> counters) {
  return {kind, group, 1000, counters, 1000000000, 20};
}

// "name=value ..." of the columns that the kind has, for one block.
std::string Row(const CoreCounts& counts) {
  std::string row;
  for (const MetricColumn& column : MetricColumns(counts.group, counts.core_kind)) {
    if (!HasColumn(column, counts.core_kind)) continue;
    row += std::string(row.empty() ? "" : " ") + column.name + "=" +
           MetricText(MetricValue(column, counts, 1));
  }
  return row;
}

constexpr std::array<uint64_t, 8> kHundreds = {100, 200, 300, 400, 500, 600, 700, 350};

TEST(CoreMetrics, PipesOfAVectorCore) {
  EXPECT_EQ(Row(Counts(1, kVectorCore, kHundreds)),
            "vec_time(us)=0.1 vec_ratio=0.1 scalar_time(us)=0.3 scalar_ratio=0.3 "
            "mte2_time(us)=0.5 mte2_ratio=0.5 mte3_time(us)=0.6 mte3_ratio=0.6 "
            "icache_miss_rate=0.5");
}

TEST(CoreMetrics, PipesOfACubeCore) {
  EXPECT_EQ(Row(Counts(1, kCubeCore, kHundreds)),
            "mac_time(us)=0.3 mac_ratio=0.3 scalar_time(us)=0.3 scalar_ratio=0.3 "
            "mte1_time(us)=0.4 mte1_ratio=0.4 mte2_time(us)=0.5 mte2_ratio=0.5 "
            "fixpipe_time(us)=0.6 fixpipe_ratio=0.6 icache_miss_rate=0.5");
}

TEST(CoreMetrics, PipesOfAWholeCore) {
  EXPECT_EQ(Row(Counts(1, kWholeCore, kHundreds)),
            "vec_time(us)=0.1 vec_ratio=0.1 mac_time(us)=0.2 mac_ratio=0.2 scalar_time(us)=0.3 "
            "scalar_ratio=0.3 mte1_time(us)=0.4 mte1_ratio=0.4 mte2_time(us)=0.5 mte2_ratio=0.5 "
            "mte3_time(us)=0.6 mte3_ratio=0.6 icache_miss_rate=0.5");
}

TEST(CoreMetrics, PipesThatExecute) {
  EXPECT_EQ(Row(Counts(7, kWholeCore, {10, 20, 30, 40, 60, 70, 80, 90})),
            "vec_exe_time(us)=0.01 vec_exe_ratio=0.01 mac_exe_time(us)=0.05 mac_exe_ratio=0.05 "
            "scalar_exe_time(us)=0.04 scalar_exe_ratio=0.04 mte1_exe_time(us)=0.06 "
            "mte1_exe_ratio=0.06 mte2_exe_time(us)=0.07 mte2_exe_ratio=0.07 "
            "mte3_exe_time(us)=0.08 mte3_exe_ratio=0.08 fixpipe_exe_time(us)=0.09 "
            "fixpipe_exe_ratio=0.09");
}

TEST(CoreMetrics, Arithmetic) {
  const std::array<uint64_t, 8> counters = {1, 2, 30, 40, 50, 60, 70};
  EXPECT_EQ(Row(Counts(0, kCubeCore, counters)),
            "mac_fp16_ratio=0.001 mac_int8_ratio=0.002 cube_fops=40960.0");
  // 40*128 + 50*64 + 30*64 + 60*64 + 70*32
  EXPECT_EQ(Row(Counts(0, kVectorCore, counters)),
            "vec_fp32_ratio=0.03 vec_fp16_ratio=0.09 vec_int32_ratio=0.06 vec_misc_ratio=0.07 "
            "vector_fops=16320.0");
}

// 2^20 cycles at 2^20 Hz are one second, so that a value is events * weight / 2^33; each counter is twice the one before.
CoreCounts InOneSecond(uint16_t group, uint16_t kind) {
  constexpr uint64_t kEvents = uint64_t{1} << 23;
  CoreCounts counts{kind, group, 1 << 20, {}, 1 << 20, 1};
  for (size_t at = 0; at < counts.counters.size(); ++at) counts.counters[at] = kEvents << at;
  return counts;
}

TEST(CoreMetrics, Memory) {
  EXPECT_EQ(Row(InOneSecond(2, kWholeCore)),
            "ub_read_bw(GB/s)=1.0 ub_write_bw(GB/s)=2.0 l1_read_bw(GB/s)=16.0 "
            "l1_write_bw(GB/s)=8.0 main_mem_read_bw(GB/s)=4.0 main_mem_write_bw(GB/s)=8.0 "
            "l2_read_bw(GB/s)=32.0 l2_write_bw(GB/s)=64.0");
  EXPECT_EQ(Row(InOneSecond(2, kVectorCore)),
            "ub_read_bw(GB/s)=1.0 ub_write_bw(GB/s)=2.0 main_mem_read_bw(GB/s)=4.0 "
            "main_mem_write_bw(GB/s)=8.0 l2_read_bw(GB/s)=32.0 l2_write_bw(GB/s)=64.0");
}

TEST(CoreMetrics, MemoryL0) {
  EXPECT_EQ(Row(InOneSecond(3, kCubeCore)),
            "l0a_read_bw(GB/s)=4.0 l0a_write_bw(GB/s)=8.0 l0b_read_bw(GB/s)=16.0 "
            "l0b_write_bw(GB/s)=16.0 l0c_read_bw(GB/s)=32.0 l0c_write_bw(GB/s)=64.0 "
            "l0c_read_bw_cube(GB/s)=512.0 l0c_write_bw_cube(GB/s)=1024.0");
  EXPECT_EQ(Row(InOneSecond(3, kVectorCore)), "");
}

TEST(CoreMetrics, MemoryUb) {
  EXPECT_EQ(Row(InOneSecond(5, kVectorCore)),
            "ub_read_bw_vector(GB/s)=16.0 ub_write_bw_vector(GB/s)=32.0 "
            "ub_read_bw_scalar(GB/s)=0.5 ub_write_bw_scalar(GB/s)=1.0");
}

TEST(CoreMetrics, Conflicts) {
  EXPECT_EQ(Row(Counts(4, kVectorCore, {1, 20, 300})),
            "vec_bankgroup_cflt_ratio=0.001 vec_bank_cflt_ratio=0.02 vec_resc_cflt_ratio=0.3");
}

TEST(CoreMetrics, L2Cache) {
  EXPECT_EQ(Row(Counts(6, kCubeCore, {1, 2, 3, 4, 5, 6})),
            "write_cache_hit=1.0 write_cache_miss_allocate=2.0 r0_read_cache_hit=3.0 "
            "r0_read_cache_miss_allocate=4.0 r1_read_cache_hit=5.0 "
            "r1_read_cache_miss_allocate=6.0");
}

TEST(CoreMetrics, MemoryAccess) {
  EXPECT_EQ(Row(Counts(8, kWholeCore, {80, 16, 24, 8, 32, 40, 48, 56})),
            "read_main_memory_datas(KB)=13.0 write_main_memory_datas(KB)=5.0 "
            "GM_to_L1_datas(KB)=18.0 L0C_to_L1_datas(KB)=1.0 L0C_to_GM_datas(KB)=3.0 "
            "GM_to_UB_datas(KB)=3.0 UB_to_GM_datas(KB)=2.0");
}

TEST(CoreMetrics, AnAmountBelowZeroIsNone) {
  const CoreCounts counts = Counts(8, kCubeCore, {7, 0, 0, 8});
  EXPECT_EQ(MetricText(MetricValue(MetricColumns(8, kCubeCore)[2], counts, 1)), "N/A");
}

// As in a capture: 467545 cycles of 256 blocks on 24 cores at 1800 MHz, in 83401.66 us.
TEST(CoreMetrics, BlocksRunInWaves) {
  const CoreCounts counts{kCubeCore, 1, 467545, {}, 1800000000, 24};
  EXPECT_EQ(MetricText(CoreTimeUs(counts, 256)), "11.161");
  EXPECT_EQ(MetricText(CubeUtilization(counts, 83401660)), "0.013");
  EXPECT_EQ(MetricText(CoreTimeUs(counts, 0)), "0.0");
  EXPECT_EQ(MetricText(CoreTimeUs(counts, ACLPROFX_NONE)), "N/A");
}

TEST(CoreMetrics, WhatIsNotKnownGivesNoValue) {
  CoreCounts counts = Counts(1, kCubeCore, kHundreds);
  EXPECT_EQ(MetricText(CubeUtilization(counts, 0)), "N/A");
  counts.cores = 0;
  EXPECT_EQ(MetricText(CoreTimeUs(counts, 1)), "N/A");
  EXPECT_EQ(MetricText(CubeUtilization(counts, 1000)), "N/A");
  counts = InOneSecond(2, kCubeCore);
  counts.frequency_hz = 0;
  EXPECT_EQ(MetricText(MetricValue(MetricColumns(2, kCubeCore)[2], counts, 1)), "N/A");
}

TEST(CoreMetrics, ACoreWithoutCyclesWasNotBusy) {
  const CoreCounts counts{kVectorCore, 1, 0, {}, 0, 0};
  EXPECT_EQ(Row(counts),
            "vec_time(us)=0.0 vec_ratio=0.0 scalar_time(us)=0.0 scalar_ratio=0.0 "
            "mte2_time(us)=0.0 mte2_ratio=0.0 mte3_time(us)=0.0 mte3_ratio=0.0 "
            "icache_miss_rate=0.0");
}

TEST(CoreMetrics, MemoryBoundIsOfTheBusiestPipe) {
  EXPECT_EQ(MetricText(MemoryBound(Counts(1, kWholeCore, kHundreds))), "2.5");
  EXPECT_EQ(MetricText(MemoryBound(Counts(1, kWholeCore, {0, 0, 1, 1, 1}))), "N/A");
}

struct WholeRecord {
  aclprofx_pmu pmu{};
  std::array<uint64_t, 10> words{};
};

TEST(CoreMetrics, ARecordIsReadWholeOrNotAtAll) {
  WholeRecord record;
  record.pmu = {1, 2, 3, 1000, kVectorCore, 1, 10};
  for (size_t at = 0; at < record.words.size(); ++at) record.words[at] = at + 1;
  const auto counts = CoreCountsOf(record.pmu, sizeof(record));
  ASSERT_TRUE(counts.has_value());
  EXPECT_EQ(counts->counters[7], 8u);
  EXPECT_EQ(counts->frequency_hz, 9u);
  EXPECT_EQ(counts->cores, 10u);
  EXPECT_FALSE(CoreCountsOf(record.pmu, sizeof(record) - 1).has_value());
}

TEST(CoreMetrics, CountersAloneAreEnough) {
  WholeRecord record;
  record.pmu = {1, 2, 3, 1000, kVectorCore, 1, 8};
  const auto counts = CoreCountsOf(record.pmu, sizeof(aclprofx_pmu) + 64);
  ASSERT_TRUE(counts.has_value());
  EXPECT_EQ(counts->frequency_hz, 0u);
}

struct RecordOfValues {
  aclprofx_pmu pmu{};
  std::array<double, 15> values{};
};

// 13 columns of a vector core, its time before and one value behind them.
TEST(CoreMetrics, ValuesOfACaptureAreGivenBackAsTheyAre) {
  RecordOfValues record;
  record.pmu = {1, 2, 3, 229458, kVectorCore, 1 | ACLPROFX_PMU_VALUES, 15};
  for (size_t at = 0; at < record.values.size(); ++at)
    record.values[at] = 0.5 + static_cast<double>(at);
  record.values[2] = std::nan("");
  const auto counts = CoreCountsOf(record.pmu, sizeof(record));
  ASSERT_TRUE(counts.has_value());
  EXPECT_EQ(counts->group, 1u);
  EXPECT_EQ(counts->total_cycles, 229458u);
  EXPECT_EQ(MetricText(CoreTimeUs(*counts, 0)), "0.5");
  EXPECT_EQ(Row(*counts),
            "vec_time(us)=1.5 vec_ratio=N/A scalar_time(us)=5.5 scalar_ratio=6.5 mte2_time(us)=9.5 "
            "mte2_ratio=10.5 mte3_time(us)=11.5 mte3_ratio=12.5 icache_miss_rate=13.5");
  EXPECT_FALSE(CoreCountsOf(record.pmu, sizeof(record) - 1).has_value());
  record.pmu.counters = 14;
  EXPECT_FALSE(CoreCountsOf(record.pmu, sizeof(record)).has_value());
}

TEST(CoreMetrics, TheValueBehindTheColumnsIsThatOfTheKindOfCore) {
  CoreCounts counts{kCubeCore, 1, 1000, {}, 0, 0, true, {}};
  counts.values[12] = 4.75;
  EXPECT_EQ(MetricText(CubeUtilization(counts, 1)), "4.75");
  counts.values[12] = std::nan("");
  EXPECT_EQ(MetricText(CubeUtilization(counts, 1)), "N/A");
  counts.total_cycles = 0;
  EXPECT_EQ(MetricText(CubeUtilization(counts, 1)), "0.0");
  CoreCounts whole{kWholeCore, 1, 1000, {}, 0, 0, true, {}};
  whole.values[14] = 2.5;
  EXPECT_EQ(MetricText(MemoryBound(whole)), "2.5");
}

TEST(CoreMetrics, UnknownGroupsAndKindsAndTooFewCountersGiveNothing) {
  WholeRecord record;
  record.pmu = {1, 2, 3, 1000, kVectorCore, 9, 10};
  EXPECT_FALSE(CoreCountsOf(record.pmu, sizeof(record)).has_value());
  record.pmu = {1, 2, 3, 1000, 3, 1, 10};
  EXPECT_FALSE(CoreCountsOf(record.pmu, sizeof(record)).has_value());
  record.pmu = {1, 2, 3, 1000, kVectorCore, 1, 7};
  EXPECT_FALSE(CoreCountsOf(record.pmu, sizeof(record)).has_value());
  record.pmu = {1, 2, 3, 1000, kVectorCore, 9 | ACLPROFX_PMU_VALUES, 10};
  EXPECT_FALSE(CoreCountsOf(record.pmu, sizeof(record)).has_value());
  EXPECT_TRUE(MetricColumns(0xFF, kVectorCore).empty());
}

}  // namespace
}  // namespace aclprof
