// step_trace: the iterations of stamped steps, in the table and in their own timeline.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/export/exported_session.h"

namespace aclprof {
namespace {

constexpr char kHeader[] =
    "Device_id,Iteration ID,FP Start(us),BP End(us),Iteration End(us),Iteration Time(us),"
    "FP to BP Time(us),Iteration Refresh(us),Data Aug Bound(us),Model ID\n";

class StepTraceExport : public testing::Test {
 protected:
  void AddStep(int32_t device, uint64_t index, uint32_t tag, int64_t at,
               uint32_t model = ACLPROFX_NONE) {
    aclprofx_step step{};
    step.index = index;
    step.tag = tag;
    step.model_id = model;
    exported_.session().Add(ACLPROFX_KIND_STEP, device, {ExportedSession::kMoment + at, 0}, {},
                            step);
  }
  std::string Rows() const { return exported_.Table("step_trace").substr(sizeof(kHeader) - 1); }
  nlohmann::json Events() const {
    return nlohmann::json::parse(
        exported_.File(std::string("step_trace_") + ExportedSession::kStamp + ".json"));
  }

  ExportedSession exported_;
};

TEST_F(StepTraceExport, AnIterationIsFromItsStartToItsEnd) {
  AddStep(1, 1, 0, 0);
  AddStep(0, 7, 0, 100, 3);
  AddStep(1, 1, 1, 5000);
  AddStep(0, 7, 1, 2100, 3);
  AddStep(1, 2, 0, 6000);
  AddStep(1, 2, 1, 7000);
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(exported_.Table("step_trace"),
            std::string(kHeader) +
                "0,7,N/A,N/A,1784177144507569.426,2.000,N/A,N/A,N/A,3\n"
                "1,1,N/A,N/A,1784177144507572.326,5.000,N/A,N/A,N/A,N/A\n"
                "1,2,N/A,N/A,1784177144507574.326,1.000,N/A,N/A,N/A,N/A\n");
}

TEST_F(StepTraceExport, WithoutAStartAnIterationLastsFromTheEndBefore) {
  AddStep(0, 1, 1, 1000);
  AddStep(0, 2, 1, 4000);
  AddStep(1, 1, 1, 5000);
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(Rows(),
            "0,1,N/A,N/A,1784177144507568.326,N/A,N/A,N/A,N/A,N/A\n"
            "0,2,N/A,N/A,1784177144507571.326,3.000,N/A,N/A,N/A,N/A\n"
            "1,1,N/A,N/A,1784177144507572.326,N/A,N/A,N/A,N/A,N/A\n");
}

// MindSpore's tags, each by a step object of its own with the same index.
TEST_F(StepTraceExport, OfTwoTagsThatAreNoStartTheLaterOneEnds) {
  AddStep(0, (uint64_t{1} << 53) + 1, 60000, 1000);
  AddStep(0, (uint64_t{1} << 53) + 1, 60001, 4000);
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(Rows(), "0,9007199254740993,N/A,N/A,1784177144507571.326,3.000,N/A,N/A,N/A,N/A\n");
}

TEST_F(StepTraceExport, ASessionWithoutAnEndHasNoFile) {
  AddStep(0, 1, 0, 1000);
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(exported_.Entries(),
            (std::set<std::string>{"README.txt", "msprof_20261201101010.json"}));
}

TEST_F(StepTraceExport, TheTimelineHasASliceForEachIterationWhoseStartIsKnown) {
  AddStep(0, 1, 1, 1000, 3);
  AddStep(0, 2, 1, 4000, 3);
  exported_.options().relative_time = true;
  ASSERT_TRUE(exported_.Export().ok());
  std::vector<nlohmann::json> slices;
  std::set<std::string> names;
  for (const auto& event : Events()) {
    if (event["ph"] == "X") slices.push_back(event);
    if (event["args"].contains("name")) names.insert(event["args"]["name"]);
  }
  ASSERT_EQ(slices.size(), 1u);
  EXPECT_EQ(slices[0]["name"], "Iteration 2");
  EXPECT_EQ(slices[0]["ts"], "0.000");
  EXPECT_EQ(slices[0]["dur"], 3.0);
  EXPECT_EQ(slices[0]["args"]["Iteration ID"], 2);
  EXPECT_EQ(slices[0]["args"]["Iteration Time(ns)"], 3000);
  EXPECT_EQ(slices[0]["args"]["FP Start"], "N/A");
  EXPECT_EQ(names, (std::set<std::string>{"Step Trace", "Step Trace(Model ID:3)"}));
}

}  // namespace
}  // namespace aclprof
