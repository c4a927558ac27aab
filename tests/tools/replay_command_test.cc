// `aclprof replay` as a user runs it: exit code, stdout, stderr, and the session that it made.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/readers_import/capture_transcript.h"
#include "tests/support/interrupted_program.h"
#include "tests/support/program_run.h"

namespace aclprof {
namespace {

constexpr char kTable[] =
    "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
    "task_stop(us)\n"
    "0,add,KERNEL_AIVEC,46,4,2.500,1784177144514943.500\t,1784177144514946.000\t\n"
    "1,mul,KERNEL_AIVEC,46,5,1.000,1784177144514943.500\t,1784177144514944.500\t\n"
    "1,N/A,EVENT_RECORD,46,6,0.000,1784177144514945.000\t,1784177144514945.000\t\n";

class ReplayCommand : public testing::Test {
 protected:
  Outcome Run(const std::string& arguments) {
    return RunCommand(ACLPROF_PROGRAM " " + arguments, folder_.path());
  }

  Outcome Replay(const std::string& input, const std::string& more = "") {
    return Run("replay --input " + folder_.Path(input) + " --output " + folder_.Path("out") + " " +
               more);
  }

  Outcome ReplayText(const std::string& text, const std::string& more = "") {
    folder_.Write("capture.csv", text);
    return Replay("capture.csv", more);
  }

  // Of the one session below "out".
  nlohmann::json Info() {
    const Outcome info = Run("info --json " + folder_.Path("out/" + Sessions().at(0)));
    return nlohmann::json::parse(info.out, nullptr, false);
  }

  std::vector<std::string> Sessions() const {
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.Path("out"), none)) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

  // stderr is one line that holds the text.
  static void ExpectOneLine(const Outcome& outcome, const std::string& text) {
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
  }

  CaptureFolder folder_;
};

TEST_F(ReplayCommand, SessionHoldsWhatWasFed) {
  const Outcome outcome = ReplayText(kTable);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("fed 3, emitted 3, stored 3, dropped 0\n"), std::string::npos)
      << outcome.out;
  const nlohmann::json info = Info();
  EXPECT_EQ(info["ledger"]["emitted"], 3);
  EXPECT_EQ(info["ledger"]["stored"], 3);
  EXPECT_EQ(info["complete"], true);
  ASSERT_EQ(info["devices"].size(), 2u);
  EXPECT_EQ(info["devices"][0]["name"], "replay of capture.csv");
}

TEST_F(ReplayCommand, TheExampleOfATrainingStep) {
  const Outcome outcome = Run("replay --input " TRAINING_STEP " --output " + folder_.Path("out"));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("fed 108, emitted 108, stored 108, dropped 0\n"), std::string::npos)
      << outcome.out;
}

TEST_F(ReplayCommand, CaptureIsNotNeededAfterwards) {
  ASSERT_EQ(ReplayText(kTable).code, 0);
  std::filesystem::remove(folder_.Path("capture.csv"));
  ASSERT_EQ(Run("export " + folder_.Path("out")).code, 0);
  const std::string folder = "out/" + Sessions().at(0) + "/mindstudio_profiler_output";
  std::string task_time;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.Path(folder))) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("task_time_")) task_time = folder_.Bytes(folder + "/" + name);
  }
  EXPECT_EQ(task_time, kTable);
}

TEST_F(ReplayCommand, DevicesAreFoldedOnto) {
  EXPECT_EQ(ReplayText(kTable, "--devices 1").code, 0);
  EXPECT_EQ(Info()["devices"].size(), 1u);
  EXPECT_EQ(Info()["ledger"]["stored"], 3);
}

TEST_F(ReplayCommand, PaceOfTheCaptureAndPolicyDropAreTaken) {
  EXPECT_EQ(ReplayText(kTable, "--speed 1 --policy drop").code, 0);
  EXPECT_EQ(Info()["ledger"]["emitted"], 3);
}

TEST_F(ReplayCommand, MissingForeignAndEmptyCapturesAreRefusedWithoutASession) {
  Outcome outcome = Replay("none.csv");
  EXPECT_EQ(outcome.code, 1);
  ExpectOneLine(outcome, "none.csv: No such file or directory");
  outcome = ReplayText("hello\n");
  EXPECT_EQ(outcome.code, 1);
  ExpectOneLine(outcome, "capture.csv: byte 0: not a capture");
  outcome = ReplayText("");
  EXPECT_EQ(outcome.code, 1);
  ExpectOneLine(outcome, "capture.csv: the file is empty");
  folder_.Write("folder/readme.txt", "hello");
  outcome = Replay("folder");
  EXPECT_EQ(outcome.code, 1);
  ExpectOneLine(outcome, "folder: no file in it is a capture");
  EXPECT_TRUE(Sessions().empty());
}

TEST_F(ReplayCommand, UnreadableCaptureIsRefused) {
  folder_.Write("capture.csv", kTable);
  std::filesystem::permissions(folder_.Path("capture.csv"), std::filesystem::perms::none);
  const int child = RunWhereModesHold([this] {
    const Outcome outcome = Replay("capture.csv");
    const bool named = outcome.err.find("capture.csv: Permission denied") != std::string::npos;
    return outcome.code == 1 && named ? 0 : 1;
  });
  EXPECT_EQ(child, 0);
}

TEST_F(ReplayCommand, TruncatedCaptureIsReplayedAsFarAsItIsWhole) {
  const std::string table = kTable;
  const Outcome outcome = ReplayText(table.substr(0, table.size() - 10));
  EXPECT_EQ(outcome.code, 3);
  ExpectOneLine(outcome, "capture.csv: row 4: the file ends inside it; it is left out");
  EXPECT_EQ(Info()["ledger"]["stored"], 2);
}

TEST_F(ReplayCommand, CaptureWithoutRowsCollectsNothing) {
  const Outcome outcome = ReplayText("Name,Start Time(us),Duration(us)\n");
  EXPECT_EQ(outcome.code, 4);
  ExpectOneLine(outcome, "capture.csv: the capture holds no record");
  EXPECT_TRUE(Sessions().empty());
}

TEST_F(ReplayCommand, OutputThatCanNotBeMadeIsNamed) {
  folder_.Write("out", "a file");
  const Outcome outcome = ReplayText(kTable);
  EXPECT_EQ(outcome.code, 1);
  ExpectOneLine(outcome, folder_.Path("out"));
}

TEST_F(ReplayCommand, WrongOptionsAreWrongUsage) {
  folder_.Write("capture.csv", kTable);
  for (const char* wrong :
       {"--speed 0", "--speed -1", "--speed fast", "--speed inf", "--speed 1x", "--speed 1e-300",
        "--speed 9e-7", "--devices 0", "--devices 65", "--policy overwrite", "--loop"}) {
    EXPECT_EQ(Replay("capture.csv", wrong).code, 2) << wrong;
  }
  EXPECT_NE(Replay("capture.csv", "--speed 1e-300").err.find("1e-06"), std::string::npos);
  EXPECT_EQ(Run("replay --input " + folder_.Path("capture.csv")).code, 2);
  EXPECT_TRUE(Sessions().empty());
}

TEST_F(ReplayCommand, InterruptedReplayClosesItsSession) {
  // The second row would be fed in an hour.
  folder_.Write("capture.csv", "Name,Start Time(us),Duration(us)\na,1000000,1\nb,3601000000,1\n");
  const int code = RunUntil({ACLPROF_PROGRAM, "replay", "--speed", "1", "--input",
                             folder_.Path("capture.csv"), "--output", folder_.Path("out")},
                            [this] { return !Sessions().empty(); });
  EXPECT_EQ(code, 0);
  const nlohmann::json info = Info();
  EXPECT_EQ(info["ledger"]["emitted"], info["ledger"]["stored"]);
  EXPECT_EQ(info["complete"], true);
}

}  // namespace
}  // namespace aclprof
