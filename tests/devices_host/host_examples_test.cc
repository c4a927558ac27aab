// The examples, run as a user runs them: their exit codes and what they leave on disk.

#include "tests/devices_host/host_session.h"
#include "tests/devices_host/model_program.h"
#include "tests/support/program_run.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;

class HostExamplesTest : public testing::Test {
 protected:
  // The sessions that an example left, which must end with 0.
  std::vector<std::string> SessionsOf(const std::string& example) {
    const std::string output = directory_.path() + "/out";
    const Outcome outcome = RunCommand(EXAMPLES "/" + example + " " + output, directory_.path());
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return SessionsBelow(output);
  }
  static size_t Tasks(SessionReader& session, int32_t device) {
    return PayloadsOf<aclprofx_task_linked>(session, ACLPROFX_KIND_TASK_LINKED, device).size();
  }
  static bool HasDevice(const std::string& session, int id) {
    return fs::exists(session + "/device_" + std::to_string(id));
  }

  TemporaryDirectory directory_;
};

TEST_F(HostExamplesTest, RunModelTakesItsOptionsInAnyOrder) {
  WriteFile(directory_.path() + "/m.onnx", SumAndRelu().Bytes());
  WriteFile(directory_.path() + "/in", std::string(16, '\0'));
  const std::string in = "cd " + directory_.path() + " && " EXAMPLES "/run_model ";
  for (const char* line : {"m.onnx in out --device 1", "--device 3 m.onnx in out",
                           "m.onnx --device 1 in out --profile p", "--device 0 -- m.onnx in out"}) {
    const Outcome outcome = RunCommand(in + line, directory_.path());
    EXPECT_EQ(outcome.code, 0) << line << ": " << outcome.err;
    EXPECT_EQ(TextOfFile(directory_.path() + "/out").size(), 16u) << line;
    fs::remove(directory_.path() + "/out");
  }
  EXPECT_EQ(SessionsBelow(directory_.path() + "/p").size(), 1u);
}

TEST_F(HostExamplesTest, RunModelSaysWhatIsWrong) {
  const std::string program = EXAMPLES "/run_model ";
  const struct {
    const char* arguments;
    int code;
    const char* says;
  } cases[] = {
      {"--device abc m.onnx", 2, "--device abc: not the number of a device"},
      {"--device -1 m.onnx", 2, "--device -1: not the number of a device"},
      {"--device 1x m.onnx", 2, "--device 1x: not the number of a device"},
      {"m.onnx --device", 2, "--device needs a value"},
      {"--devices 1 m.onnx", 2, "there is no option --devices"},
      {"", 2, "no MODEL is named"},
      {"/nowhere/m.onnx", 1, "No such file or directory"},
  };
  for (const auto& c : cases) {
    const Outcome outcome = RunCommand(program + c.arguments, directory_.path());
    EXPECT_EQ(outcome.code, c.code) << c.arguments;
    EXPECT_NE(outcome.err.find(c.says), std::string::npos) << outcome.err;
  }
  const Outcome help = RunCommand(program + "--help", directory_.path());
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.out.rfind("run_model [--device N]", 0), 0u) << help.out;
}

TEST_F(HostExamplesTest, RunModelSaysWhatTheFileLeavesOpen) {
  OnnxBuilder builder;
  builder.Input("x", ElementType::kFloat, {OnnxBuilder::kOpen, 3}).Output("y");
  builder.Node("Relu", "relu", {"x"}, {"y"});
  WriteFile(directory_.path() + "/open.onnx", builder.Bytes());
  const Outcome outcome =
      RunCommand(EXAMPLES "/run_model " + directory_.path() + "/open.onnx", directory_.path());
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "WK0001: aclmdlLoadFromFile: taken as 1, as the file leaves it open: "
            "dimension 0 ('N') of input 'x'\n");
}

TEST_F(HostExamplesTest, MakeModelsMakesItsDirectoryOrSaysWhyNot) {
  const std::string made = directory_.path() + "/new/models";
  const Outcome outcome = RunCommand(EXAMPLES "/make_models " + made, directory_.path());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(fs::exists(made + "/resnet18.onnx"));
  const Outcome refused =
      RunCommand(EXAMPLES "/make_models " + made + "/resnet18.onnx/below", directory_.path());
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.err, made + "/resnet18.onnx/below: Not a directory\n");
  const Outcome full = RunCommand(
      "ulimit -f 1; trap '' XFSZ; " EXAMPLES "/make_models " + directory_.path() + "/full",
      directory_.path());
  EXPECT_EQ(full.code, 1);
  EXPECT_EQ(full.err, directory_.path() + "/full/resnet18.onnx: File too large\n");
}

TEST_F(HostExamplesTest, MinimalLeavesOneTask) {
  const auto sessions = SessionsOf("minimal");
  ASSERT_EQ(sessions.size(), 1u);
  const auto session = OpenSession(sessions[0]);
  EXPECT_EQ(Tasks(*session, 0), 1u);
  EXPECT_TRUE(session->info().run_complete);
  ExpectNothingLost(*session);
}

TEST_F(HostExamplesTest, TwoSessionsHaveTheDevicesOfTheirLists) {
  const auto sessions = SessionsOf("two_sessions");
  ASSERT_EQ(sessions.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    const auto session = OpenSession(sessions[i]);
    for (int32_t device = 0; device < 4; ++device) {
      const bool listed =
          device == static_cast<int32_t>(i) || device == static_cast<int32_t>(i) + 1;
      EXPECT_EQ(HasDevice(sessions[i], device), listed);
      EXPECT_EQ(Tasks(*session, device), listed ? 500u : 0u);
    }
    EXPECT_TRUE(session->info().run_complete);
    ExpectNothingLost(*session);
  }
}

TEST_F(HostExamplesTest, TheRefusedSessionTakesNothingFromTheRunningOne) {
  const auto sessions = SessionsOf("wrong_sequence");
  ASSERT_EQ(sessions.size(), 1u);
  const auto session = OpenSession(sessions[0]);
  EXPECT_EQ(Tasks(*session, 0), 200u);
  EXPECT_EQ(Tasks(*session, 1), 200u);
  EXPECT_FALSE(HasDevice(sessions[0], 2));
  ExpectNothingLost(*session);
}

}  // namespace
}  // namespace aclprof
