#include <pthread.h>

#include <atomic>
#include <thread>

#include "tests/devices_host/host_fixture.h"

namespace aclprof {
namespace {

void CountUp(void* counter) { ++*static_cast<int*>(counter); }

// The calling thread is the report thread of `stream`.
class HostCallbackTest : public HostFixture {
 protected:
  void SetUp() override {
    HostFixture::SetUp();
    ASSERT_EQ(aclrtSubscribeReport(pthread_self(), stream), ACL_SUCCESS);
  }
  aclError Launch(aclrtCallback function, void* data,
                  aclrtCallbackBlockType type = ACL_CALLBACK_BLOCK) {
    return aclrtLaunchCallback(function, data, type, stream);
  }

  int count = 0;
};

TEST_F(HostCallbackTest, IsCalledOnTheThreadThatProcessesReports) {
  pthread_t caller{};
  const auto note = [](void* thread) { *static_cast<pthread_t*>(thread) = pthread_self(); };
  ASSERT_EQ(Launch(note, &caller), ACL_SUCCESS);
  ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
  EXPECT_TRUE(pthread_equal(caller, pthread_self()));
}

TEST_F(HostCallbackTest, ABlockingOneHoldsItsStreamUp) {
  ASSERT_EQ(Launch(&CountUp, &count), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(count, 1);
}

TEST_F(HostCallbackTest, ANonBlockingOneDoesNot) {
  ASSERT_EQ(Launch(&CountUp, &count, ACL_CALLBACK_NO_BLOCK), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(count, 0);
  ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
  EXPECT_EQ(count, 1);
}

TEST_F(HostCallbackTest, OneReportIsOneCallback) {
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(Launch(&CountUp, &count, ACL_CALLBACK_NO_BLOCK), ACL_SUCCESS);
  for (int i = 1; i <= 3; ++i) {
    ASSERT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
    EXPECT_EQ(count, i);
  }
  EXPECT_EQ(aclrtProcessReport(1), ACL_ERROR_RT_REPORT_TIMEOUT);
}

TEST_F(HostCallbackTest, WithoutASubscriptionThereIsNothingToProcess) {
  std::thread([] { EXPECT_EQ(aclrtProcessReport(1), ACL_ERROR_RT_THREAD_SUBSCRIBE); }).join();
  EXPECT_EQ(aclrtLaunchCallback(&CountUp, &count, ACL_CALLBACK_BLOCK, nullptr),
            ACL_ERROR_RT_STREAM_NO_CB_REG);
}

TEST_F(HostCallbackTest, SubscribingTwiceOrUnsubscribingAnotherIsRefused) {
  EXPECT_EQ(aclrtSubscribeReport(pthread_self(), stream), ACL_ERROR_RT_STREAM_SUBSCRIBE);
  EXPECT_EQ(aclrtUnSubscribeReport(pthread_self() + 1, stream), ACL_ERROR_RT_THREAD_SUBSCRIBE);
  EXPECT_EQ(aclrtUnSubscribeReport(pthread_self(), nullptr), ACL_ERROR_RT_STREAM_SUBSCRIBE);
  EXPECT_EQ(aclrtUnSubscribeReport(pthread_self(), stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnSubscribeReport(pthread_self(), stream), ACL_ERROR_RT_THREAD_SUBSCRIBE);
}

TEST_F(HostCallbackTest, UnsubscribingWakesTheThreadAndLetsTheStreamGoOn) {
  ASSERT_EQ(Launch(&CountUp, &count), ACL_SUCCESS);
  ASSERT_EQ(aclrtUnSubscribeReport(pthread_self(), stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtProcessReport(-1), ACL_ERROR_RT_THREAD_SUBSCRIBE);
  EXPECT_EQ(count, 0);
}

TEST_F(HostCallbackTest, AReportThreadServesUntilItsStreamIsGone) {
  const aclrtStream other = NewStream();
  sem_t ready, go;
  sem_init(&ready, 0, 0);
  sem_init(&go, 0, 0);
  std::atomic<pthread_t> id{};
  aclError last = ACL_SUCCESS;
  std::thread reporter([&] {
    id = pthread_self();
    sem_post(&ready);
    sem_wait(&go);
    while ((last = aclrtProcessReport(-1)) == ACL_SUCCESS) {
    }
  });
  sem_wait(&ready);
  ASSERT_EQ(aclrtSubscribeReport(id, other), ACL_SUCCESS);
  sem_post(&go);
  for (int i = 0; i < 10; ++i)
    ASSERT_EQ(aclrtLaunchCallback(&CountUp, &count, ACL_CALLBACK_BLOCK, other), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStream(other), ACL_SUCCESS);
  reporter.join();
  EXPECT_EQ(count, 10);
  EXPECT_EQ(last, ACL_ERROR_RT_THREAD_SUBSCRIBE);
  sem_destroy(&ready);
  sem_destroy(&go);
}

TEST_F(HostCallbackTest, FinalizeDropsACallbackThatNobodyWillCall) {
  ASSERT_EQ(Launch(&CountUp, &count), ACL_SUCCESS);
  ASSERT_EQ(Launch(&CountUp, &count), ACL_SUCCESS);
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(count, 0);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
}

// What is thrown goes no further than the C function, and the stream does not wait for ever.
TEST_F(HostCallbackTest, WhatACallbackThrowsIsAnErrorOfTheReport) {
  ASSERT_EQ(Launch([](void*) { throw 42; }, nullptr), ACL_SUCCESS);
  aclError reported = ACL_SUCCESS;
  EXPECT_NO_THROW(reported = aclrtProcessReport(-1));
  EXPECT_EQ(reported, ACL_ERROR_INTERNAL_ERROR);
  EXPECT_NE(TakeErrorText().find("aclrtProcessReport"), std::string::npos);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 60000), ACL_SUCCESS);
}

// Ending a thread unwinds it and is no failure.
TEST_F(HostCallbackTest, ACallbackMayEndItsThread) {
  const aclrtStream other = NewStream();
  bool returned = false;
  std::thread reporter([&] {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSubscribeReport(pthread_self(), other), ACL_SUCCESS);
    EXPECT_EQ(aclrtLaunchCallback([](void*) { pthread_exit(nullptr); }, nullptr, ACL_CALLBACK_BLOCK,
                                  other),
              ACL_SUCCESS);
    (void)aclrtProcessReport(-1);
    returned = true;
  });
  reporter.join();
  EXPECT_FALSE(returned);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(other, 60000), ACL_SUCCESS);
}

}  // namespace
}  // namespace aclprof
