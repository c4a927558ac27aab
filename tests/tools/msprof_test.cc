// The program `msprof` and its scripts, as scripts written for the vendor's call them.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/tools/msprof_fixture.h"
#include "tools/old_layout.h"

namespace aclprof {
namespace {

TEST_F(MsprofTest, ExportHandlesAllSessionsOfADirectory) {
  Collect("c11_poked_steps");
  const Outcome exported = Msprof("--export=on --output=prof");
  ASSERT_EQ(exported.code, 0) << exported.err;
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output/task_time_*.csv"), 2u);
  EXPECT_EQ(CountOf("prof/PROF_*/msprof_*.db"), 2u);
}

TEST_F(MsprofTest, OlderClientsAskForTheFilesWhereTheyWere) {
  Collect("c06_all_devices");
  ASSERT_EQ(Msprof("--export=on --output=prof").code, 0);
  ASSERT_EQ(CountOf("prof/PROF_*/device_1/summary"), 0u);
  ASSERT_EQ(
      Run(std::string("ACLPROF_COMPAT=layout-old ") + kMsprof + " --export=on --output=prof").code,
      0);
  EXPECT_EQ(CountOf("prof/PROF_*/device_1/timeline/msprof_*.json"), 1u);
  const std::string table = Run("cat prof/PROF_*/device_1/summary/task_time_*.csv").out;
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 9) << table;
  EXPECT_EQ(table.find("\n0,"), std::string::npos);
  EXPECT_EQ(Run(ACLPROF_PROGRAM " verify prof").code, 0);
}

TEST_F(MsprofTest, ALinkInPlaceOfAnOlderFolderIsRefused) {
  Collect("c01_current_device");
  Run("mkdir elsewhere; cd prof/PROF_*/device_1 && ln -s ../../../elsewhere summary");
  const Outcome exported =
      Run(std::string("ACLPROF_COMPAT=layout-old ") + kMsprof + " --export=on --output=prof");
  EXPECT_EQ(exported.code, 1);
  EXPECT_NE(exported.err.find("summary is a link"), std::string::npos) << exported.err;
  EXPECT_EQ(CountOf("elsewhere/*"), 0u);
}

// What can't be printed is no success.
TEST_F(MsprofTest, AFullStdoutIsAFailure) {
  Collect("c01_current_device");
  EXPECT_EQ(Msprof("--query=on --output=prof > /dev/full").code, 1);
}

TEST(OldLayout, TitlesAreTheOlderOnes) {
  EXPECT_EQ(OldTitles("Device_id,Block Num,Mix Block Num,aic_mac_ratio,aiv_vec_ratio\n"),
            "Device_id,Block Dim,Mix Block Dim,mac_ratio,aiv_vec_ratio\n");
}

// The vendor's tool has no code for it.
TEST_F(MsprofTest, ASessionWithoutARecordIsGood) {
  Collect("c19_stages");
  EXPECT_EQ(Run(ACLPROF_PROGRAM " export --quiet stage_that_stops_early").code, 4);
  EXPECT_EQ(Msprof("--export=on --output=stage_that_stops_early").code, 0);
}

TEST_F(MsprofTest, TypeDbWritesTheDatabaseAlone) {
  Collect("c01_current_device");
  ASSERT_EQ(Msprof("--export=on --type=db --output=prof").code, 0);
  EXPECT_EQ(CountOf("prof/PROF_*/msprof_*.db"), 1u);
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output"), 0u);
}

TEST_F(MsprofTest, TablesAreJsonWhereThatIsAskedFor) {
  Collect("c01_current_device");
  ASSERT_EQ(Msprof("--export=on --summary-format=json --output=prof").code, 0);
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output/*.csv"), 0u);
  const auto rows =
      nlohmann::json::parse(Run("cat prof/PROF_*/mindstudio_profiler_output/task_time_*.json").out);
  EXPECT_FALSE(rows.empty());
  for (const auto& row : rows) EXPECT_TRUE(row["task_time(us)"].is_number()) << row;
  EXPECT_TRUE(Timeline().is_array());
}

TEST_F(MsprofTest, WithoutCollectivesThereIsNothingToAnalyze) {
  Collect("c01_current_device");
  const Outcome analyzed = Msprof("--analyze=on --output=prof");
  EXPECT_EQ(analyzed.code, 0);
  EXPECT_NE(analyzed.err.find("has no collectives"), std::string::npos) << analyzed.err;
  EXPECT_EQ(analyzed.err.rfind("msprof: "), 0u) << analyzed.err;  // who speaks, once
  EXPECT_EQ(CountOf("prof/PROF_*/analyze"), 0u);
}

TEST_F(MsprofTest, CollectivesOfACaptureAreAnalyzed) {
  Run("mkdir set; sed s/,AI_CORE,/,COMMUNICATION,/ " TRAINING_STEP
      "/op_summary*.csv > set/op_summary_20261201101010.csv");
  ASSERT_EQ(Run(ACLPROF_PROGRAM " replay --input set --output prof").code, 0);
  const Outcome analyzed =
      Msprof("--analyze=on --rule=communication,communication_matrix --output=prof");
  EXPECT_EQ(analyzed.code, 0) << analyzed.err;
  EXPECT_NE(analyzed.out.find("are not recorded"), std::string::npos) << analyzed.out;
  EXPECT_NE(analyzed.err.find("no matrix"), std::string::npos) << analyzed.err;
  EXPECT_GT(nlohmann::json::parse(Run("cat prof/PROF_*/analyze/communication.json").out).size(),
            1u);
  const std::string script = "python3 -B " COMPAT "/msprof.py ";
  EXPECT_EQ(Run(script + "analyze --rule communication --type db -dir prof").code, 0);
  EXPECT_EQ(CountOf("prof/PROF_*/analyze/communication_analyzer.db"), 1u);
  EXPECT_EQ(Run(ACLPROF_PROGRAM " verify prof").code, 0);
}

TEST_F(MsprofTest, ReportsSwitchLayersOff) {
  Collect("c01_current_device");
  Run("echo '{\"json_process\": {\"cann\": false, \"pcie\": true}}' > reports.json");
  ASSERT_EQ(Msprof("--export=on --output=prof --reports=reports.json").code, 0);
  for (const auto& event : Timeline())
    EXPECT_FALSE(event["name"] == "process_name" && event["args"]["name"] == "CANN");
}

TEST_F(MsprofTest, AnIterationIsTheTimeOfItsStep) {
  Collect("c11_poked_steps");
  const std::string second = Glob("prof/PROF_000002*");
  const std::string session = second.substr(0, second.size() - 1);
  const Outcome exported = Msprof("--export=on --model-id=1 --iteration-id=8 --output=" + session);
  ASSERT_EQ(exported.code, 0) << exported.err;
  // The eight tasks of the step and the two that mark its start and its end.
  EXPECT_NE(exported.out.find(": 10 tasks,"), std::string::npos) << exported.out;
  const Outcome none = Msprof("--export=on --model-id=1 --iteration-id=99 --output=" + session);
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("iteration 99 of model 1"), std::string::npos) << none.err;
}

TEST_F(MsprofTest, QueryListsSessionsAndDevices) {
  Collect("c06_all_devices");
  const Outcome listed = Msprof("--query=on --output=prof");
  ASSERT_EQ(listed.code, 0) << listed.err;
  EXPECT_EQ(listed.out.rfind("Job Info", 0), 0u) << listed.out;
  EXPECT_EQ(std::count(listed.out.begin(), listed.out.end(), '\n'), 6) << listed.out;
}

TEST_F(MsprofTest, ParseChecksTheFiles) {
  Collect("c01_current_device");
  EXPECT_EQ(Msprof("--parse=on --output=prof").code, 0);
  Run("for f in prof/PROF_*/device_1/data/*; do truncate -s -100 $f; done");
  EXPECT_EQ(Msprof("--parse=on --output=prof").code, 3);
}

TEST_F(MsprofTest, WhatCanNotBeIsRefusedByName) {
  const struct {
    const char* arguments;
    int code;
    const char* named;
  } refusals[] = {
      {"", 2, "--output"},
      {"--export=on", 2, "--output"},
      {"--output=prof", 2, "neither"},
      {"--export=yes --output=prof", 2, "--export"},
      {"--export=on --query=on --output=prof", 2, "at a time"},
      {"--export=on --output=nowhere", 1, "nowhere"},
      {"--export=on --output=prof --type=xml", 2, "--type"},
      {"--export=on --output=prof --model-id=1", 2, "--iteration-id"},
      {"--export=on --output=prof --model-id=0 --iteration-id=1", 2, "--model-id"},
      {"--export=on --output=prof --summary-format=xml", 2, "--summary-format"},
      {"--export=on --output=prof --reports=nowhere.json", 2, "nowhere.json"},
      {"--analyze=on --output=prof --rule=all", 2, "--rule=all"},
      {"--analyze=on --output=nowhere", 1, "nowhere"},
      {"--output=prof --no-such-switch=on true", 2, "--no-such-switch"},
      {"--export=on --output=prof --type=db --reports=r.json", 2, "--type=db"},
  };
  for (const auto& refusal : refusals) {
    const Outcome outcome = Msprof(refusal.arguments);
    EXPECT_EQ(outcome.code, refusal.code) << refusal.arguments << ": " << outcome.err;
    EXPECT_NE((outcome.err + outcome.out).find(refusal.named), std::string::npos)
        << refusal.arguments << ": " << outcome.err;
    EXPECT_EQ(outcome.err.find("aclprof: "), std::string::npos) << outcome.err;
  }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
const std::string kWithinMemory;  // their shadow is larger
#else
const std::string kWithinMemory = "ulimit -v 500000; timeout 20 ";
#endif

TEST_F(MsprofTest, ReportsThatAreNoneAreRefused) {
  Collect("c01_current_device");
  Run("ln -s real.json link.json; echo '{}' > real.json; echo '[1' > torn.json; mkfifo pipe.json;"
      "{ echo '{\"json_process\":{}, \"a\": '; head -c 60M /dev/zero | tr '\\0' '['; } > deep.json;"
      "{ echo '{\"json_process\":{}, \"a\": ['; yes '0,' | head -c 60M; echo '0]}'; } > wide.json;"
      "echo '{\"json_process\": {\"cane\": true}}' > name.json;"
      "echo '{\"json_process\": {\"cann\": 1}}' > number.json; truncate -s 70M large.json");
  for (const char* file :
       {"link", "real", "torn", "pipe", "deep", "wide", "name", "number", "large"}) {
    const Outcome outcome =
        Run(kWithinMemory + kMsprof + " --export=on --output=prof --reports=" + file + ".json");
    EXPECT_EQ(outcome.code, 2) << file;
    EXPECT_NE(outcome.err.find(std::string(file) + ".json"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output"), 0u);
}

TEST_F(MsprofTest, TheScriptFormIsTheSame) {
  Collect("c01_current_device");
  const std::string script = "python3 -B " COMPAT "/msprof.py ";
  EXPECT_EQ(Run(script + "import -dir prof").code, 0);
  EXPECT_EQ(Run(script + "query -dir prof").out.rfind("Job Info", 0), 0u);
  EXPECT_EQ(Run(script + "export db -dir prof").code, 0);
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output"), 0u);
  EXPECT_EQ(Run(script + "export summary -dir prof --format csv").code, 0);
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output/task_time_*.csv"), 1u);
  EXPECT_EQ(Run(script + "export summary -dir prof --format json").code, 0);
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output/task_time_*.json"), 1u);
  EXPECT_EQ(Run(script + "export everything -dir prof").code, 2);
  const Outcome info = Run("python3 -B " COMPAT "/get_msprof_info.py -dir prof/PROF_*/device_1");
  EXPECT_EQ(nlohmann::json::parse(info.out)["complete"], true) << info.err;
}

// What stands in the place of info.json neither holds the script up nor ends it without a sentence.
TEST_F(MsprofTest, TheScriptOfInfoReadsFilesAlone) {
  const std::string script = "timeout 20 python3 -B " COMPAT "/get_msprof_info.py -dir .";
  for (const char* place : {"mkfifo info.json", "ln -s /dev/zero info.json", "mkdir info.json"}) {
    const Outcome outcome = Run(std::string("rm -rf info.json; ") + place + "; " + script);
    EXPECT_EQ(outcome.code, 1) << place;
    EXPECT_EQ(outcome.err.rfind("get_msprof_info.py: ./info.json: ", 0), 0u) << outcome.err;
  }
  EXPECT_EQ(Run("rm -r info.json; printf '\"\\377\"' > info.json; " + script).out, "\"\377\"");
}

}  // namespace
}  // namespace aclprof
