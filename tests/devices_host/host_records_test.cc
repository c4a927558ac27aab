// What the host runtime records, read back from the session on disk.

#include <pthread.h>
#include <unistd.h>

#include <map>
#include <set>
#include <thread>

#include "tests/devices_host/host_fixture.h"
#include "tests/devices_host/host_session.h"

namespace aclprof {
namespace {

constexpr uint64_t kTasksAndCalls = ACL_PROF_ACL_API | ACL_PROF_TASK_TIME;
constexpr size_t kBytes = 1024;

void Nothing(void*) {}

class HostRecordsTest : public HostFixture {
 protected:
  static std::vector<aclprofx_task_linked> TasksOf(SessionReader& session, int32_t device) {
    return PayloadsOf<aclprofx_task_linked>(session, ACLPROFX_KIND_TASK_LINKED, device);
  }
  static std::vector<aclprofx_api> CallsOf(SessionReader& session) {
    return PayloadsOf<aclprofx_api>(session, ACLPROFX_KIND_API, -1);
  }
  static int32_t IdOf(aclrtStream queried) {
    int32_t id = -1;
    EXPECT_EQ(aclrtStreamGetId(queried, &id), ACL_SUCCESS);
    return id;
  }
};

TEST_F(HostRecordsTest, EveryTaskIsOneRecordOfItsTypeInStreamOrder) {
  void* memory = nullptr;
  void* pinned = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(&pinned, kBytes), ACL_SUCCESS);
  const aclrtEvent event = NewEvent();
  const uint32_t stream_id = static_cast<uint32_t>(IdOf(stream));

  RunningSession running({0}, kTasksAndCalls);
  ASSERT_EQ(aclrtMemsetAsync(memory, kBytes, 0, kBytes, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemcpyAsync(pinned, kBytes, memory, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtLaunchHostFunc(stream, &Nothing, nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtProfTrace(pinned, 8, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const auto session = running.Stop();

  const std::vector<std::string> types = {"MEMSET_ASYNC",     "MEMCPY_ASYNC", "HOSTFUNC_CALLBACK",
                                          "EVENT_RECORD",     "EVENT_WAIT",   "EVENT_RESET",
                                          "PROFILER_TRACE_EX"};
  const auto tasks = TasksOf(*session, 0);
  ASSERT_EQ(tasks.size(), types.size());
  for (size_t i = 0; i < tasks.size(); ++i) {
    EXPECT_EQ(session->TaskType(tasks[i].task.type), types[i]);
    EXPECT_EQ(tasks[i].task.stream_id, stream_id);
    EXPECT_EQ(tasks[i].task.task_id, i);
    EXPECT_EQ(tasks[i].model_id, ACLPROFX_NONE);
    if (i == 0) continue;
    EXPECT_GE(tasks[i].task.start, tasks[i - 1].task.start + tasks[i - 1].task.duration);
  }
  ExpectNothingLost(*session);
}

TEST_F(HostRecordsTest, ATaskIsJoinedWithTheCallThatLaunchedIt) {
  RunningSession running({0}, kTasksAndCalls);
  for (int i = 0; i < 10; ++i)
    ASSERT_EQ(aclrtLaunchHostFunc(stream, &Nothing, nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const auto session = running.Stop();

  std::map<uint64_t, aclprofx_api> launches;
  for (const aclprofx_api& call : CallsOf(*session))
    if (call.connection_id != 0) launches[call.connection_id] = call;
  EXPECT_EQ(launches.size(), 10u);
  for (const aclprofx_task_linked& task : TasksOf(*session, 0)) {
    ASSERT_EQ(launches.count(task.connection_id), 1u);
    const aclprofx_api& call = launches[task.connection_id];
    EXPECT_EQ(session->String(call.name), "aclrtLaunchHostFunc");
    EXPECT_GE(task.task.start, call.start);
  }
}

TEST_F(HostRecordsTest, WhatTheRuntimeDoesForALaunchIsACallInsideOfIt) {
  RunningSession running({0}, ACL_PROF_ACL_API | ACL_PROF_RUNTIME_API);
  ASSERT_EQ(aclrtLaunchHostFunc(stream, &Nothing, nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const auto session = running.Stop();
  const auto inner = PayloadsOf<aclprofx_api>(*session, ACLPROFX_KIND_RUNTIME_API, -1);
  ASSERT_EQ(inner.size(), 1u);
  const aclprofx_api outer = CallsOf(*session).at(0);
  EXPECT_EQ(session->String(inner[0].name), "LaunchTasks");
  EXPECT_EQ(inner[0].level, ACLPROFX_LEVEL_RUNTIME);
  EXPECT_EQ(inner[0].connection_id, outer.connection_id);
  EXPECT_GE(inner[0].start, outer.start);
  EXPECT_LE(inner[0].start + inner[0].duration, outer.start + outer.duration);
}

TEST_F(HostRecordsTest, EveryCallIsOneRecordWithItsThread) {
  RunningSession running({0}, ACL_PROF_ACL_API);
  pid_t other = 0;
  std::thread([&other] {
    other = gettid();
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  }).join();
  EXPECT_EQ(aclrtSetDevice(77), ACL_ERROR_RT_INVALID_DEVICEID);  // a failing call is a call
  const auto session = running.Stop();

  const auto calls = CallsOf(*session);
  ASSERT_EQ(calls.size(), 3u);
  const std::vector<std::string> names = {"aclrtSetDevice", "aclrtResetDevice", "aclrtSetDevice"};
  for (size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(session->String(calls[i].name), names[i]);
    EXPECT_EQ(session->String(calls[i].mode), "ACL_RTS");
    EXPECT_EQ(session->String(calls[i].item), "0");
    EXPECT_EQ(calls[i].level, ACLPROFX_LEVEL_ACL);
    EXPECT_EQ(calls[i].thread_id, static_cast<uint32_t>(i < 2 ? other : gettid()));
  }
  EXPECT_TRUE(TasksOf(*session, 0).empty());
}

TEST_F(HostRecordsTest, ACopyHasItsBytesAndDirection) {
  void* memory = nullptr;
  void* pinned = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(&pinned, kBytes), ACL_SUCCESS);
  RunningSession running({0}, ACL_PROF_TASK_TIME);
  ASSERT_EQ(aclrtMemcpyAsync(memory, kBytes, pinned, 100, ACL_MEMCPY_HOST_TO_DEVICE, stream),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const auto session = running.Stop();

  const auto copies = PayloadsOf<aclprofx_memcpy>(*session, ACLPROFX_KIND_MEMCPY, 0);
  const auto tasks = TasksOf(*session, 0);
  ASSERT_EQ(copies.size(), 1u);
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(copies[0].bytes, 100u);
  EXPECT_EQ(copies[0].operation, static_cast<uint32_t>(ACL_MEMCPY_HOST_TO_DEVICE));
  EXPECT_EQ(copies[0].stream_id, tasks[0].task.stream_id);
  EXPECT_EQ(copies[0].task_id, tasks[0].task.task_id);
  EXPECT_EQ(copies[0].start, tasks[0].task.start);
  EXPECT_EQ(copies[0].duration, tasks[0].task.duration);
}

TEST_F(HostRecordsTest, MemoryIsCountedUpAndDown) {
  RunningSession running({0}, ACL_PROF_TASK_MEMORY);
  void* first = nullptr;
  void* second = nullptr;
  ASSERT_EQ(aclrtMalloc(&first, 1000, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(&second, 500, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
  const auto first_address = reinterpret_cast<uint64_t>(first);
  ASSERT_EQ(aclrtFree(first), ACL_SUCCESS);
  const auto session = running.Stop();

  const auto changes = PayloadsOf<aclprofx_memory>(*session, ACLPROFX_KIND_MEMORY, 0);
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(changes[0].bytes, 1000);
  EXPECT_EQ(changes[0].address, first_address);
  EXPECT_EQ(changes[1].total_allocated, 1500u);
  EXPECT_EQ(changes[2].bytes, -1000);
  EXPECT_EQ(changes[2].address, first_address);
  EXPECT_EQ(changes[2].total_allocated, 500u);
}

TEST_F(HostRecordsTest, AHostFunctionStillRunningAtStopIsOpenEnded) {
  RunningSession running({0}, kTasksAndCalls);
  gate.Close(stream);
  gate.WaitUntilEntered();
  const auto session = running.Stop();
  gate.Open();

  const auto tasks = TasksOf(*session, 0);
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(tasks[0].task.flags, ACLPROFX_TASK_OPEN_ENDED);
  EXPECT_EQ(session->TaskType(tasks[0].task.type), "HOSTFUNC_CALLBACK");
}

TEST_F(HostRecordsTest, WorkOnAnotherStreamDoesNotHideWhatStillRuns) {
  const aclrtStream other = NewStream();
  RunningSession running({0}, kTasksAndCalls);
  gate.Close(stream);
  gate.WaitUntilEntered();
  const aclrtEvent event = NewEvent();
  ASSERT_EQ(aclrtRecordEvent(event, other), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
  const auto session = running.Stop();
  gate.Open();

  std::multiset<std::string> types;
  for (const auto& task : TasksOf(*session, 0)) types.emplace(session->TaskType(task.task.type));
  EXPECT_EQ(types, (std::multiset<std::string>{"EVENT_RECORD", "HOSTFUNC_CALLBACK"}));
}

TEST_F(HostRecordsTest, ADroppedTaskLeavesNoRecord) {
  RunningSession running({0}, kTasksAndCalls);
  gate.Close(stream);
  gate.WaitUntilEntered();
  ASSERT_EQ(aclrtLaunchHostFunc(stream, &Nothing, nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(TasksOf(*running.Stop(), 0).size(), 1u);
}

TEST_F(HostRecordsTest, ACallbackLastsUntilTheReportThreadHasCalledIt) {
  ASSERT_EQ(aclrtSubscribeReport(pthread_self(), stream), ACL_SUCCESS);
  RunningSession running({0}, kTasksAndCalls);
  ASSERT_EQ(aclrtLaunchCallback(&Nothing, nullptr, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const auto session = running.Stop();
  const auto tasks = TasksOf(*session, 0);
  ASSERT_EQ(tasks.size(), 1u);
  EXPECT_EQ(session->TaskType(tasks[0].task.type), "HOSTFUNC_CALLBACK");
}

// Start before aclrtSetDevice, Stop after aclrtResetDevice.
TEST_F(HostRecordsTest, ADeviceMayComeUpAndGoDownInsideASession) {
  RunningSession running({1, 2}, kTasksAndCalls);
  ASSERT_EQ(aclrtSetDevice(2), ACL_SUCCESS);
  for (int i = 0; i < 5; ++i)
    ASSERT_EQ(aclrtLaunchHostFunc(nullptr, &Nothing, nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(2), ACL_SUCCESS);
  const auto session = running.Stop();
  EXPECT_EQ(TasksOf(*session, 2).size(), 5u);
  EXPECT_TRUE(TasksOf(*session, 1).empty());
  ExpectNothingLost(*session);
}

// A destroyed stream waits for nothing, but its device does, whichever of the two is faster: so often that it shows.
TEST_F(HostRecordsTest, WhatHadBegunIsRecordedThoughItsStreamGoesByForceAndThenItsDevice) {
  constexpr size_t kTimes = 100;
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  RunningSession running({0}, kTasksAndCalls);
  for (size_t i = 0; i < kTimes; ++i) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    const aclrtStream doomed = NewStream();
    gate.Close(doomed);
    gate.WaitUntilEntered();
    ASSERT_EQ(aclrtDestroyStreamForce(doomed), ACL_SUCCESS);
    gate.Open();
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  }
  const auto session = running.Stop();
  const auto tasks = TasksOf(*session, 0);
  EXPECT_EQ(tasks.size(), kTimes);
  for (const auto& task : tasks) EXPECT_EQ(task.task.flags, 0u);
  ExpectNothingLost(*session);
}

TEST_F(HostRecordsTest, TheDeviceSaysWhatItIs) {
  RunningSession running({0}, kTasksAndCalls);
  ASSERT_EQ(aclrtLaunchHostFunc(stream, &Nothing, nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const auto session = running.Stop();
  ASSERT_EQ(session->info().devices.size(), 1u);
  EXPECT_EQ(session->info().devices[0].name, "host-cpu");
}

}  // namespace
}  // namespace aclprof
