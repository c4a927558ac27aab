// `aclprof summary` as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/program_run.h"
#include "tests/support/session_on_disk.h"

namespace aclprof {
namespace {

class SummaryCli : public testing::Test {
 protected:
  Outcome Run(const std::string& arguments) {
    return RunCommand(ACLPROF_PROGRAM " " + arguments, disk_.root());
  }
  uint32_t AddOp(const std::string& name, const std::string& type) {
    TableDictionary& names = disk_.dictionary();
    OpEntry op{};
    op.name = names.AddString(name);
    op.type = names.AddString(type);
    return names.AddOp(op);
  }
  // Device 0 ran a convolution once and a sum twice; device 1 an event.
  void MakeSession(bool complete = true) {
    const uint32_t conv = AddOp("layer1.conv", "Conv"), sum = AddOp("sum", "Add");
    RingBytes operators, others;
    operators.AddTask(SessionOnDisk::kSecond, 3000, 1, conv);
    operators.AddTask(SessionOnDisk::kSecond + 4000, 600, 2, sum);
    operators.AddTask(SessionOnDisk::kSecond + 5000, 400, 3, sum);
    others.AddTask(SessionOnDisk::kSecond, 100, 1);
    ASSERT_TRUE(disk_.Append(0, operators, disk_.AddRing(0)).ok());
    ASSERT_TRUE(disk_.Append(1, others, disk_.AddRing(1)).ok());
    const nlohmann::json info = {
        {"format_version", 1},     {"session_id", "PROF_000001_20260101000000000_00000001AAAAAAAA"},
        {"process_name", "train"}, {"devices", {{{"id", 0}, {"name", "host-cpu"}}}},
        {"complete", complete},    {"why_incomplete", complete ? "" : "the disk is full"},
        {"run_complete", complete}};
    disk_.Close(info.dump());
  }

  SessionOnDisk disk_;
};

TEST_F(SummaryCli, SaysWhereTheTimeWent) {
  MakeSession();
  const Outcome outcome = Run("summary " + disk_.directory());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(
      outcome.out,
      disk_.directory() +
          "\n  state     complete, and so is the run\n"
          "  ledger    emitted 4 = stored 4 + dropped 0\n"
          "\n"
          "  device 0 (host-cpu): 3 runs of operators in 4.000 us; the 2 of 2 that took most\n"
          "        total us    share    runs    longest us  type  operator\n"
          "           3.000   75.0 %       1         3.000  Conv  layer1.conv\n"
          "           1.000   25.0 %       2         0.600  Add   sum\n"
          "\n"
          "  device 1 (host-cpu): no operator\n"
          "\n"
          "  files     none yet; they are made by: aclprof export " +
          disk_.directory() + "\n");
}

// A terminal would do what they say.
TEST_F(SummaryCli, NamesAreShownAsTextWhateverTheyAre) {
  const uint32_t op = AddOp("a\x1b[2J\nb\xff", "Re\tlu");
  RingBytes operators;
  operators.AddTask(SessionOnDisk::kSecond, 3000, 1, op);
  ASSERT_TRUE(disk_.Append(0, operators, disk_.AddRing(0)).ok());
  disk_.Close(R"({"format_version": 1, "complete": true, "run_complete": true,
                  "session_id": "PROF_000001_20260101000000000_00000001AAAAAAAA"})");
  const Outcome outcome = Run("summary " + disk_.directory());
  EXPECT_NE(outcome.out.find("  Re\\x09lu  a\\x1b[2J\\x0ab\\xff\n"), std::string::npos)
      << outcome.out;
  EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos);
}

TEST_F(SummaryCli, TopCutsTheList) {
  MakeSession();
  const auto rows = [this](const std::string& top) {
    const Outcome outcome = Run("summary --json --top " + top + " " + disk_.directory());
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["devices"][0]["different_operators"], 2);
    return json["devices"][0]["operators"].size();
  };
  EXPECT_EQ(rows("1"), 1u);
  EXPECT_EQ(rows("0"), 2u);
  EXPECT_EQ(rows("7"), 2u);
  EXPECT_EQ(Run("summary --top -1 " + disk_.directory()).code, 2);
}

TEST_F(SummaryCli, JsonHasTheKeysThatToolsRelyOn) {
  MakeSession();
  const Outcome outcome = Run("summary --json " + disk_.directory());
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["run_complete"], true);
  EXPECT_EQ(json["ledger"]["emitted"], 4);
  EXPECT_EQ(json["devices"][0]["runs"], 3);
  EXPECT_EQ(json["devices"][0]["total_us"], "4.000");
  const auto& first = json["devices"][0]["operators"][0];
  EXPECT_EQ(first["operator"], "layer1.conv");
  EXPECT_EQ(first["type"], "Conv");
  EXPECT_EQ(first["runs"], 1);
  EXPECT_EQ(first["total_us"], "3.000");
  EXPECT_EQ(first["longest_us"], "3.000");
  EXPECT_EQ(first["share_percent"], 75.0);
  EXPECT_TRUE(json["output"]["files"].empty());
}

TEST_F(SummaryCli, NamesTheExportedFilesAndWhatOpensThem) {
  MakeSession();
  ASSERT_EQ(Run("export " + disk_.directory()).code, 0);
  const Outcome outcome = Run("summary " + disk_.directory());
  EXPECT_NE(outcome.out.find("  files     " + disk_.directory() + "/mindstudio_profiler_output\n"),
            std::string::npos)
      << outcome.out;
  for (const char* text : {"msprof_", "op_summary_", "ui.perfetto.dev", "MindStudio Insight"})
    EXPECT_NE(outcome.out.find(text), std::string::npos) << text;
}

TEST_F(SummaryCli, IncompleteIsCode3AndSaysWhy) {
  MakeSession(false);
  const Outcome outcome = Run("summary " + disk_.directory());
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.out.find("incomplete: the disk is full"), std::string::npos) << outcome.out;
}

TEST_F(SummaryCli, ParentWithSessionsGivesAll) {
  MakeSession();
  EXPECT_EQ(Run("summary " + disk_.root()).out.rfind(disk_.directory(), 0), 0u);
  const Outcome outcome = Run("summary --json " + disk_.root());
  EXPECT_EQ(nlohmann::json::parse(outcome.out).size(), 1u);
  EXPECT_EQ(Run("summary " + disk_.root() + "/nothing").code, 1);
}

}  // namespace
}  // namespace aclprof
