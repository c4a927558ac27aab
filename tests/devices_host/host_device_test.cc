#include <cstdlib>
#include <thread>

#include "tests/devices_host/host_fixture.h"

namespace aclprof {
namespace {

class HostDeviceTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS); }
  void TearDown() override { EXPECT_EQ(aclFinalize(), ACL_SUCCESS); }

  static int32_t CurrentDevice() {
    int32_t id = -1;
    return aclrtGetDevice(&id) == ACL_SUCCESS ? id : -1;
  }
};

TEST_F(HostDeviceTest, ThereAreFourByDefault) {
  uint32_t count = 0;
  ASSERT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 4u);
  EXPECT_EQ(aclrtSetDevice(3), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(4), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtResetDevice(4), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtResetDeviceForce(64), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(CurrentDevice(), 3);
}

TEST_F(HostDeviceTest, SetBindsTheCallingThreadAlone) {
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(CurrentDevice(), 1);
  std::thread([] {
    int32_t id = -1;
    EXPECT_EQ(aclrtGetDevice(&id), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSetDevice(2), ACL_SUCCESS);
  }).join();
  EXPECT_EQ(CurrentDevice(), 1);
}

TEST_F(HostDeviceTest, SetsAreCountedOverTheProcess) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  std::thread([] { EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }).join();
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(CurrentDevice(), 0);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(CurrentDevice(), -1);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_NULL);
}

TEST_F(HostDeviceTest, ThreadsThatSetOneDeviceShareItsContext) {
  aclrtContext mine = nullptr, theirs = nullptr;
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtGetCurrentContext(&mine), ACL_SUCCESS);
  std::thread([&theirs] {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetCurrentContext(&theirs), ACL_SUCCESS);
  }).join();
  EXPECT_EQ(mine, theirs);
}

TEST_F(HostDeviceTest, TheLastResetWaitsForTheWork) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  OrderLog log;
  log.Reserve(100);
  for (int i = 0; i < 100; ++i) log.Add(nullptr, i);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(log.seen().size(), 100u);
}

TEST_F(HostDeviceTest, ResetEndsTheStreamsOfTheDefaultContext) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_CONTEXT_NULL);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(HostDeviceTest, ResetForceDropsWhatHasNotBegunWhateverTheCount) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtEvent never = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&never), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(nullptr, never), ACL_SUCCESS);
  OrderLog log;
  log.Reserve(1);
  log.Add(nullptr, 1);
  ASSERT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
  EXPECT_TRUE(log.seen().empty());
  EXPECT_EQ(CurrentDevice(), -1);
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_ERROR_RT_CONTEXT_NULL);
}

TEST_F(HostDeviceTest, ADeviceComesUpAgainAfterItsReset) {
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(aclrtSetDevice(i % 4), ACL_SUCCESS);
    OrderLog log;
    log.Reserve(1);
    log.Add(nullptr, i);
    ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(log.seen().size(), 1u);
    ASSERT_EQ(aclrtResetDevice(i % 4), ACL_SUCCESS);
  }
}

TEST_F(HostDeviceTest, AContextOfTheApplicationOutlivesTheReset) {
  aclrtContext context = nullptr, current = nullptr;
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtGetCurrentContext(&current), ACL_SUCCESS);
  EXPECT_EQ(current, context);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetCurrentContext(&current), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtSetCurrentContext(context), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(HostDeviceTest, TheDefaultContextCantBeDestroyed) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(CurrentDevice(), 0);
}

TEST_F(HostDeviceTest, AContextGoesFromThreadToThread) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 2), ACL_SUCCESS);
  std::thread([context] {
    EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
    EXPECT_EQ(CurrentDevice(), 2);
  }).join();
}

TEST_F(HostDeviceTest, FinalizeFinishesTheWorkAndDropsWhatCanNeverEnd) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stuck = nullptr;
  aclrtEvent never = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stuck), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&never), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(stuck, never), ACL_SUCCESS);
  OrderLog log;
  log.Reserve(2);
  log.Add(stuck, 1);
  log.Add(nullptr, 2);
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(log.seen().size(), 2u);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
}

TEST_F(HostDeviceTest, ManyThreadsSetAndResetTheSameDevices) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([i] {
      for (int round = 0; round < 25; ++round) {
        const int32_t id = (i + round) % 2;
        EXPECT_EQ(aclrtSetDevice(id), ACL_SUCCESS);
        const auto nothing = [](void*) {};
        EXPECT_EQ(aclrtLaunchHostFunc(nullptr, nothing, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtResetDevice(id), ACL_SUCCESS);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace aclprof
