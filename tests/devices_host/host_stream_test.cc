#include <atomic>
#include <thread>

#include "tests/devices_host/host_fixture.h"

namespace aclprof {
namespace {

class HostStreamTest : public HostFixture {};

TEST_F(HostStreamTest, TasksOfOneStreamRunInTheOrderOfTheirLaunch) {
  OrderLog log;
  log.Reserve(100);
  for (int i = 0; i < 100; ++i) log.Add(stream, i);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  ASSERT_EQ(log.seen().size(), 100u);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(log.seen()[i], i);
}

TEST_F(HostStreamTest, LaunchReturnsBeforeTheTaskEnds) {
  gate.Close(stream);
  EXPECT_FALSE(Idle(stream));
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_TRUE(Idle(stream));
}

TEST_F(HostStreamTest, AnotherStreamGoesOnWhileAHostFunctionBlocksOne) {
  const aclrtStream other = NewStream();
  const aclrtEvent event = NewEvent();
  gate.Close(stream);
  gate.WaitUntilEntered();
  ASSERT_EQ(aclrtRecordEvent(event, other), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
  EXPECT_FALSE(Idle(stream));
  gate.Open();
}

TEST_F(HostStreamTest, SynchronizeGivesUpAtItsTimeout) {
  gate.Close(stream);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, -1), ACL_SUCCESS);
}

TEST_F(HostStreamTest, SynchronizeDeviceWaitsForEveryStream) {
  const aclrtStream other = NewStream();
  OrderLog log;
  log.Reserve(2);
  gate.Close(other);
  log.Add(other, 1);
  log.Add(stream, 2);
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(log.seen().size(), 2u);
}

TEST_F(HostStreamTest, NullIsTheDefaultStreamOfTheContext) {
  OrderLog log;
  log.Reserve(1);
  log.Add(nullptr, 7);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(log.seen(), std::vector<int>{7});
}

TEST_F(HostStreamTest, DestroyWaitsForItsWork) {
  OrderLog log;
  log.Reserve(50);
  for (int i = 0; i < 50; ++i) log.Add(stream, i);
  ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(log.seen().size(), 50u);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(HostStreamTest, DestroyForceDropsWhatHasNotBegun) {
  OrderLog log;
  log.Reserve(1);
  gate.Close(stream);
  gate.WaitUntilEntered();
  log.Add(stream, 1);
  ASSERT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_TRUE(log.seen().empty());
}

TEST_F(HostStreamTest, ARecordThatDestroyForceDropsHoldsNobodyUp) {
  const aclrtStream other = NewStream();
  const aclrtEvent event = NewEvent();
  gate.Close(stream);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(other, event), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  gate.Open();
}

TEST_F(HostStreamTest, AStreamOfAnotherContextIsRefused) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
  ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(HostStreamTest, ADestroyedHandleIsNeverUsedAgain) {
  const aclrtStream first = NewStream();
  ASSERT_EQ(aclrtDestroyStream(first), ACL_SUCCESS);
  for (int i = 0; i < 100; ++i) EXPECT_NE(NewStream(), first);
  EXPECT_EQ(aclrtDestroyStream(first), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(HostStreamTest, StreamsOfADeviceHaveDifferentIds) {
  int32_t first = -1, second = -1;
  ASSERT_EQ(aclrtStreamGetId(stream, &first), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamGetId(NewStream(), &second), ACL_SUCCESS);
  EXPECT_GE(first, 0);
  EXPECT_NE(first, second);
}

TEST_F(HostStreamTest, LastTaskIdIsThatOfTheCallingThread) {
  const aclrtEvent event = NewEvent();
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  uint32_t id = 99;
  ASSERT_EQ(aclrtGetThreadLastTaskId(&id), ACL_SUCCESS);
  EXPECT_EQ(id, 1u);
  std::thread([] {
    uint32_t other = 99;
    EXPECT_EQ(aclrtGetThreadLastTaskId(&other), ACL_SUCCESS);
    EXPECT_EQ(other, 0u);
  }).join();
}

TEST_F(HostStreamTest, AHostFunctionThatWaitsForItsOwnDeviceIsRefused) {
  struct Call {
    aclrtContext context;
    aclError synchronized, reset, finalized;
  } call{};
  ASSERT_EQ(aclrtGetCurrentContext(&call.context), ACL_SUCCESS);
  const auto wait = [](void* argument) {
    auto* self = static_cast<Call*>(argument);
    (void)aclrtSetCurrentContext(self->context);
    self->synchronized = aclrtSynchronizeDevice();
    self->reset = aclrtResetDevice(0);
    self->finalized = aclFinalize();
  };
  ASSERT_EQ(aclrtLaunchHostFunc(stream, wait, &call), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(call.synchronized, ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(call.reset, ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(call.finalized, ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
}

TEST_F(HostStreamTest, ManyThreadsLaunchOnOneDevice) {
  constexpr int kThreads = 8, kTasks = 200;
  std::atomic<int> ran{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&ran] {
      aclrtStream own = nullptr;
      EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
      EXPECT_EQ(aclrtCreateStream(&own), ACL_SUCCESS);
      const auto count = [](void* counter) { ++*static_cast<std::atomic<int>*>(counter); };
      for (int task = 0; task < kTasks; ++task)
        EXPECT_EQ(aclrtLaunchHostFunc(own, count, &ran), ACL_SUCCESS);
      EXPECT_EQ(aclrtDestroyStream(own), ACL_SUCCESS);
      EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ran.load(), kThreads * kTasks);
}

}  // namespace
}  // namespace aclprof
