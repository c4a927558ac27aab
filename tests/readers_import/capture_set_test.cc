#include "readers/import/capture_set.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tests/readers_import/capture_transcript.h"

namespace aclprof {
namespace {

constexpr char kOpSummary[] = "Op Name,Task Start Time(us),Task Duration(us)\na,1,2\n";
constexpr char kTaskTime[] = "kernel_name,kernel_type,task_time(us),task_start(us)\na,K,1,2\n";
constexpr char kTimeline[] = R"([{"name":"x","ph":"M","pid":1}])";

class CaptureSet : public ::testing::Test {
 protected:
  std::vector<std::string> Find(const std::string& below = ".") {
    std::vector<std::string> files;
    status_ = FindCaptureFiles(folder_.Path(below), &files);
    for (std::string& file : files) {
      file = std::filesystem::path(file).lexically_relative(folder_.Path(".")).string();
    }
    return files;
  }

  void WriteDatabase(const std::string& name, const char* sql) {
    sqlite3* database = nullptr;
    folder_.Write(name, "");
    sqlite3_open(folder_.Path(name).c_str(), &database);
    sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
    sqlite3_close(database);
  }

  CaptureFolder folder_;
  Status status_;
};

using Files = std::vector<std::string>;

TEST_F(CaptureSet, RichestKindOfASetIsTakenAlone) {
  folder_.Write("PROF_1/mindstudio_profiler_output/op_summary_20260716124548.csv", kOpSummary);
  EXPECT_EQ(Find(), (Files{"PROF_1/mindstudio_profiler_output/op_summary_20260716124548.csv"}));
  folder_.Write("PROF_1/mindstudio_profiler_output/task_time_20260716124548.csv", kTaskTime);
  EXPECT_EQ(Find(), (Files{"PROF_1/mindstudio_profiler_output/task_time_20260716124548.csv"}));
  folder_.Write("PROF_1/mindstudio_profiler_output/msprof_20260716124548.json", kTimeline);
  EXPECT_EQ(Find(), (Files{"PROF_1/mindstudio_profiler_output/msprof_20260716124548.json"}));
  WriteDatabase("PROF_1/msprof_20260716124548.db", "CREATE TABLE TASK (startNs)");
  EXPECT_EQ(Find(), (Files{"PROF_1/msprof_20260716124548.db"}));
}

TEST_F(CaptureSet, DatabaseOfSomethingElseIsPassedOver) {
  folder_.Write("kernel_details.csv", kOpSummary);
  WriteDatabase("analysis.db", "CREATE TABLE CommAnalyzerTime (a)");
  EXPECT_EQ(Find(), (Files{"kernel_details.csv"}));
}

TEST_F(CaptureSet, SlicesOfOneExportAreTakenAll) {
  folder_.Write("op_summary_slice_0_20260716124548.csv", kOpSummary);
  folder_.Write("op_summary_slice_1_20260716124548.csv", kOpSummary);
  EXPECT_EQ(Find(), (Files{"op_summary_slice_0_20260716124548.csv",
                           "op_summary_slice_1_20260716124548.csv"}));
}

TEST_F(CaptureSet, LastOfSeveralExportsOfOneRunIsTaken) {
  folder_.Write("op_summary_20260716124548.csv", kOpSummary);
  folder_.Write("op_summary_20260717000000.csv", kOpSummary);
  EXPECT_EQ(Find(), (Files{"op_summary_20260717000000.csv"}));
}

TEST_F(CaptureSet, ProfInsideATorchNpuDirectoryIsTheSameRun) {
  folder_.Write("h_1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", kTimeline);
  folder_.Write("h_1_ascend_pt/PROF_1/mindstudio_profiler_output/op_summary_20260716124548.csv",
                kOpSummary);
  EXPECT_EQ(Find(), (Files{"h_1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"}));
}

TEST_F(CaptureSet, SeveralSetsAreTakenEach) {
  folder_.Write("PROF_1/op_summary_20260716124548.csv", kOpSummary);
  folder_.Write("PROF_2/op_summary_20260716124549.csv", kOpSummary);
  EXPECT_EQ(Find(), (Files{"PROF_1/op_summary_20260716124548.csv",
                           "PROF_2/op_summary_20260716124549.csv"}));
}

TEST_F(CaptureSet, DirectoriesWithoutASetsNameAreSetsOfTheirOwn) {
  folder_.Write("a/op_summary_20260716124548.csv", kOpSummary);
  folder_.Write("b/op_summary_20260716124549.csv", kOpSummary);
  EXPECT_EQ(Find(), (Files{"a/op_summary_20260716124548.csv", "b/op_summary_20260716124549.csv"}));
}

TEST_F(CaptureSet, FoldersOfOldLayoutsAreParts) {
  folder_.Write("run/device_0/summary/op_summary_20260716124548.csv", kOpSummary);
  folder_.Write("run/device_0/timeline/msprof_20260716124548.json", kTimeline);
  EXPECT_EQ(Find(), (Files{"run/device_0/timeline/msprof_20260716124548.json"}));
}

TEST_F(CaptureSet, DirectoryWithoutACaptureIsNotFound) {
  folder_.Write("readme.txt", "hello");
  EXPECT_TRUE(Find().empty());
  EXPECT_EQ(status_.code(), StatusCode::kNotFound);
}

TEST_F(CaptureSet, FileIsItsOwnOnlyFile) {
  folder_.Write("x.csv", kOpSummary);
  EXPECT_EQ(Find("x.csv"), (Files{"x.csv"}));
}

}  // namespace
}  // namespace aclprof
