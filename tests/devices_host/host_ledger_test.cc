// Many threads on every device: each task and each call is one record, none is lost and none is there twice.

#include <set>
#include <thread>

#include "tests/devices_host/host_fixture.h"
#include "tests/devices_host/host_session.h"

namespace aclprof {
namespace {

constexpr int kThreads = 8;
constexpr int kDevices = 4;
constexpr int kTasksPerThread = 2000;

void Nothing(void*) {}

void LaunchTasks(int32_t device) {
  ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  for (int i = 0; i < kTasksPerThread; ++i) {
    if (i % 100 == 0) {
      ASSERT_EQ(aclrtLaunchHostFunc(stream, &Nothing, nullptr), ACL_SUCCESS);
    } else {
      ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    }
  }
  ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(device), ACL_SUCCESS);
}

TEST(HostLedgerTest, EveryTaskOfManyThreadsIsStoredOnce) {
  NeverDrop();
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  RunningSession running({0, 1, 2, 3}, ACL_PROF_ACL_API | ACL_PROF_TASK_TIME);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(&LaunchTasks, i % kDevices);
  for (std::thread& thread : threads) thread.join();
  const auto session = running.Stop();
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);

  std::set<uint64_t> launched;
  for (int32_t device = 0; device < kDevices; ++device) {
    const auto tasks =
        PayloadsOf<aclprofx_task_linked>(*session, ACLPROFX_KIND_TASK_LINKED, device);
    EXPECT_EQ(tasks.size(), static_cast<size_t>(kThreads / kDevices * kTasksPerThread));
    for (const auto& task : tasks) EXPECT_TRUE(launched.insert(task.connection_id).second);
  }
  const auto calls = PayloadsOf<aclprofx_api>(*session, ACLPROFX_KIND_API, -1);
  constexpr int kOtherCalls = 6;  // of LaunchTasks
  EXPECT_EQ(calls.size(), static_cast<size_t>(kThreads * (kTasksPerThread + kOtherCalls)));
  for (const auto& call : calls) {
    if (call.connection_id == 0) continue;
    EXPECT_EQ(launched.erase(call.connection_id), 1u);
  }
  EXPECT_TRUE(launched.empty());
  ExpectNothingLost(*session);
}

// Sessions come and go while the devices work: what was running at a stop is told apart, and nothing crashes.
TEST(HostLedgerTest, SessionsComeAndGoUnderWork) {
  NeverDrop();
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  std::vector<std::thread> threads;
  for (int i = 0; i < kDevices; ++i) threads.emplace_back(&LaunchTasks, i);
  for (int i = 0; i < 5; ++i) {
    RunningSession running({0, 1, 2, 3}, ACL_PROF_ACL_API | ACL_PROF_TASK_TIME);
    ExpectNothingLost(*running.Stop());
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
}

}  // namespace
}  // namespace aclprof
