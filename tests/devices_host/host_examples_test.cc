// The examples, run as a user runs them: their exit codes and what they leave on disk.

#include "tests/devices_host/host_session.h"
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
