// The metric columns of op_summary: of a session with counters of AI Core, to the letter.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "tests/export/exported_files.h"
#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

using Words = std::array<uint64_t, 10>;
// Of a vector core in PipeUtilization; 1650 MHz, 40 cores.
constexpr Words kVector = {100, 0, 300, 0, 500, 600, 8, 2, 1650000000, 40};
constexpr Words kCube = {100, 100, 300, 400, 500, 600, 8, 2, 1650000000, 20};

class OpSummaryMetrics : public testing::Test {
 protected:
  void AddTask(int64_t start_ns, uint32_t task) {
    exported_.AddTask(0, start_ns, {11040, 0}, op_, "KERNEL_AICORE", 46, task);
  }
  void AddCounts(int64_t start_ns, uint32_t task, uint64_t cycles, uint16_t kind,
                 const Words& words, uint16_t group = 1, uint32_t counters = 10) {
    const aclprofx_pmu pmu{0, 46, task, cycles, kind, group, counters};
    exported_.session().Add(ACLPROFX_KIND_PMU, 0, Instant{ExportedSession::kMoment + start_ns, 0},
                            {}, pmu, std::string(reinterpret_cast<const char*>(&words), 80));
  }
  std::vector<TableRow> Export() {
    EXPECT_TRUE(exported_.Export().ok());
    return RowsOf(exported_.Table("op_summary"));
  }
  std::string Metrics(size_t row) {
    const std::string table = exported_.Table("op_summary");
    size_t at = 0;
    for (size_t line = 0; line < row; ++line) at = table.find('\n', at) + 1;
    std::string cells = table.substr(at, table.find('\n', at) - at);
    for (int base = 0; base < 21; ++base) cells.erase(0, cells.find(',') + 1);
    return cells;
  }

  ExportedSession exported_;
  const uint32_t op_ = exported_.session().AddOp("matmul_kernel");
};

TEST_F(OpSummaryMetrics, ATaskWithBothKindsOfCores) {
  AddTask(0, 7);
  AddCounts(0, 7, 17301, ACLPROFX_CORE_CUBE, kCube);
  AddCounts(0, 7, 1000, ACLPROFX_CORE_VECTOR, kVector);
  Export();
  EXPECT_EQ(Metrics(0),
            "aicore_time(us),aic_total_cycles,aic_mac_time(us),aic_mac_ratio,aic_scalar_time(us),"
            "aic_scalar_ratio,aic_mte1_time(us),aic_mte1_ratio,aic_mte2_time(us),aic_mte2_ratio,"
            "aic_fixpipe_time(us),aic_fixpipe_ratio,aic_icache_miss_rate,aiv_time(us),"
            "aiv_total_cycles,aiv_vec_time(us),aiv_vec_ratio,aiv_scalar_time(us),aiv_scalar_ratio,"
            "aiv_mte2_time(us),aiv_mte2_ratio,aiv_mte3_time(us),aiv_mte3_ratio,"
            "aiv_icache_miss_rate,cube_utilization(%)");
  EXPECT_EQ(Metrics(1),
            "0.0,17301,0.0,0.012,0.0,0.017,0.0,0.023,0.0,0.029,0.0,0.035,0.25,"
            "0.0,1000,0.0,0.1,0.0,0.3,0.0,0.5,0.0,0.6,0.25,4.749");
  EXPECT_EQ(exported_.File("README.txt").find("another profiler"), std::string::npos);
}

TEST_F(OpSummaryMetrics, CountsBeforeTheirTaskAndTasksWithoutCounts) {
  AddCounts(0, 7, 1000, ACLPROFX_CORE_VECTOR, kVector);
  AddTask(0, 7);
  AddTask(0, 8);
  AddTask(20000, 9);
  const std::vector<TableRow> rows = Export();
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].at("aiv_vec_ratio"), "0.1");
  EXPECT_EQ(rows[0].at("aic_mac_ratio"), "N/A");
  EXPECT_EQ(rows[1].at("aiv_vec_ratio"), "N/A");
  EXPECT_EQ(rows[2].at("cube_utilization(%)"), "N/A");
}

TEST_F(OpSummaryMetrics, OfAWholeCoreThereIsNoPrefix) {
  AddTask(0, 7);
  AddCounts(0, 7, 1000, ACLPROFX_CORE_WHOLE, {100, 250, 300, 0, 500, 0, 0, 0, 1, 1});
  const std::vector<TableRow> rows = Export();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].at("total_cycles"), "1000");
  EXPECT_EQ(rows[0].at("mac_ratio"), "0.25");
  EXPECT_EQ(rows[0].at("memory_bound"), "2.0");
  EXPECT_EQ(rows[0].count("cube_utilization(%)"), 0u);
}

TEST_F(OpSummaryMetrics, RecordsThatSayNothingMakeNoColumns) {
  AddTask(0, 7);
  AddCounts(0, 7, 1000, ACLPROFX_CORE_VECTOR, kVector, 99);
  AddCounts(0, 7, 1000, ACLPROFX_CORE_VECTOR, kVector, 1, 3);
  AddCounts(0, 7, 1000, 77, kVector);
  const std::vector<TableRow> rows = Export();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].count("aiv_time(us)"), 0u);
}

TEST_F(OpSummaryMetrics, CountsWithoutATaskAreLeft) {
  AddTask(0, 7);
  AddCounts(0, 8, 1000, ACLPROFX_CORE_VECTOR, kVector);
  AddCounts(90000, 7, 1000, ACLPROFX_CORE_VECTOR, kVector);
  const std::vector<TableRow> rows = Export();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].at("aiv_time(us)"), "N/A");
}

TEST_F(OpSummaryMetrics, ValuesOfACaptureAreMarkedAsSuchInTheReadme) {
  AddTask(0, 7);
  std::array<double, 15> values{};
  values[2] = 0.0256;
  const aclprofx_pmu pmu{
      0, 46, 7, ACLPROFX_PMU_NO_CYCLES, ACLPROFX_CORE_VECTOR, 1 | ACLPROFX_PMU_VALUES, 15};
  exported_.session().Add(ACLPROFX_KIND_PMU, 0, Instant{ExportedSession::kMoment, 0}, {}, pmu,
                          std::string(reinterpret_cast<const char*>(&values), sizeof(values)));
  const std::vector<TableRow> rows = Export();
  EXPECT_EQ(rows[0].at("aiv_vec_ratio"), "0.026");
  EXPECT_EQ(rows[0].at("aiv_total_cycles"), "N/A");
  EXPECT_NE(
      exported_.File("README.txt").find("AI Core metrics are as another profiler computed them\n"),
      std::string::npos);
}

TEST_F(OpSummaryMetrics, ARecordTooShortIsMalformed) {
  AddTask(0, 7);
  AddCounts(0, 7, 1000, ACLPROFX_CORE_VECTOR, kVector);
  exported_.session().CutLastPayload(16);
  Export();
  EXPECT_EQ(exported_.report().malformed, 1u);
}

// As in a capture: a MIX_AIC operator has its mix blocks on the vector cores.
TEST_F(OpSummaryMetrics, AMixedOperatorHasBlocksOfItsOwnOnTheOtherKind) {
  OpEntry entry{};
  entry.name = exported_.session().Name("main_kernel");
  entry.task_type = exported_.session().Name("MIX_AIC");
  entry.block_num = 256;
  entry.mix_block_num = 512;
  exported_.AddTask(0, 0, {83401660, 0}, exported_.session().AddOp(entry), "MIX_AIC", 46, 0);
  AddCounts(0, 0, 467545, ACLPROFX_CORE_CUBE, {0, 0, 0, 0, 0, 0, 0, 0, 1800000000, 24});
  AddCounts(0, 0, 6380106143, ACLPROFX_CORE_VECTOR, {0, 0, 0, 0, 0, 0, 0, 0, 1800000000, 48});
  const std::vector<TableRow> rows = Export();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].at("aicore_time(us)"), "11.161");
  EXPECT_EQ(rows[0].at("aiv_time(us)"), "76151.441");
  EXPECT_EQ(rows[0].at("cube_utilization(%)"), "0.013");
}

}  // namespace
}  // namespace aclprof
