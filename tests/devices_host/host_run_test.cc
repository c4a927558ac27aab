// Whole runs: a session that aclInit's file asks for, a fork inside a session, an exit without Stop.

#include <cstdlib>

#include "tests/devices_host/host_session.h"
#include "tests/support/child_process.h"
#include "tests/support/file_text.h"

namespace aclprof {
namespace {

constexpr int kTasks = 50;

void Nothing(void*) {}

bool LaunchTasks(int count) {
  for (int i = 0; i < count; ++i)
    if (aclrtLaunchHostFunc(nullptr, &Nothing, nullptr) != ACL_SUCCESS) return false;
  return aclrtSynchronizeDevice() == ACL_SUCCESS;
}

size_t TasksOn(SessionReader& session, int32_t device) {
  return PayloadsOf<aclprofx_task_linked>(session, ACLPROFX_KIND_TASK_LINKED, device).size();
}

class HostRunTest : public testing::Test {
 protected:
  // A file for aclInit that asks for a session below the directory.
  std::string ConfigFile() const {
    const std::string path = directory_.path() + "/acl.json";
    WriteFile(path, R"({"profiler": {"switch": "on", "output": ")" + output() + R"("}})");
    return path;
  }
  std::string output() const { return directory_.path() + "/out"; }
  std::unique_ptr<SessionReader> OnlySession() const {
    const auto sessions = SessionsBelow(output());
    EXPECT_EQ(sessions.size(), 1u);
    return OpenSession(sessions.at(0));
  }

  TemporaryDirectory directory_;
};

TEST_F(HostRunTest, TheFileOfAclInitMakesOneSessionOfTheDevicesThatAreSet) {
  ASSERT_EQ(aclInit(ConfigFile().c_str()), ACL_SUCCESS);
  for (const int32_t device : {1, 3}) {
    ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
    EXPECT_TRUE(LaunchTasks(kTasks));
    ASSERT_EQ(aclrtResetDevice(device), ACL_SUCCESS);
  }
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  const auto session = OnlySession();
  for (int32_t device = 0; device < 4; ++device)
    EXPECT_EQ(TasksOn(*session, device), device % 2 == 1 ? size_t{kTasks} : 0u);
  EXPECT_TRUE(session->info().run_complete);
  ExpectNothingLost(*session);
}

TEST_F(HostRunTest, ADeviceThatCantJoinTheSessionIsNotSet) {
  ASSERT_EQ(aclInit(ConfigFile().c_str()), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  const std::string session = SessionsBelow(output()).at(0);
  std::filesystem::remove_all(session);
  WriteFile(session, "a file where the directory was");
  EXPECT_EQ(aclrtSetDevice(1), ACL_ERROR_PROFILING_FAILURE);
  int32_t current = -1;
  ASSERT_EQ(aclrtGetDevice(&current), ACL_SUCCESS);
  EXPECT_EQ(current, 0);
  EXPECT_EQ(aclrtResetDevice(1), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_NE(aclFinalize(), ACL_SUCCESS);  // the session's files are gone
}

TEST_F(HostRunTest, AChildOfASessionRecordsNothingAndTakesNothingAway) {
  SKIP_WHERE_A_CHILD_CANNOT_HAVE_THREADS();
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  RunningSession running({0}, ACL_PROF_ACL_API | ACL_PROF_TASK_TIME);
  EXPECT_TRUE(LaunchTasks(kTasks));
  const int child = RunInChild([] {
    int32_t device = -1;
    if (aclrtGetDevice(&device) != ACL_ERROR_RT_CONTEXT_NULL) return 1;
    if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) return 2;
    return LaunchTasks(kTasks) && aclFinalize() == ACL_SUCCESS ? 0 : 3;
  });
  EXPECT_EQ(child, 0);
  EXPECT_TRUE(LaunchTasks(kTasks));
  const auto session = running.Stop();
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(TasksOn(*session, 0), size_t{2 * kTasks});
  EXPECT_EQ(PayloadsOf<aclprofx_api>(*session, ACLPROFX_KIND_API, -1).size(),
            size_t{2 * (kTasks + 1)});
  ExpectNothingLost(*session);
}

TEST_F(HostRunTest, AnExitWithoutStopOrFinalizeWritesWhatWasRecorded) {
  std::filesystem::create_directory(output());
  const int child = RunInChild([this]() -> int {
    uint32_t devices[] = {0};
    if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) return 1;
    if (aclprofInit(output().c_str(), output().size()) != ACL_SUCCESS) return 2;
    aclprofConfig* config =
        aclprofCreateConfig(devices, 1, ACL_AICORE_NONE, nullptr, ACL_PROF_TASK_TIME);
    if (aclprofStart(config) != ACL_SUCCESS || !LaunchTasks(kTasks)) return 3;
    std::exit(0);
  });
  EXPECT_EQ(child, 0);
  const auto session = OnlySession();
  EXPECT_EQ(TasksOn(*session, 0), size_t{kTasks});
  EXPECT_FALSE(session->info().run_complete);
}

}  // namespace
}  // namespace aclprof
