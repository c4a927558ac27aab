#include <chrono>

#include "tests/devices_host/host_fixture.h"

namespace aclprof {
namespace {

class HostEventTest : public HostFixture {
 protected:
  static bool Complete(aclrtEvent event) {
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
    aclrtEventStatus old_status = ACL_EVENT_STATUS_RESERVED;
    EXPECT_EQ(aclrtQueryEvent(event, &old_status), ACL_SUCCESS);
    const bool complete = status == ACL_EVENT_RECORDED_STATUS_COMPLETE;
    EXPECT_EQ(old_status, complete ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY);
    return complete;
  }
};

TEST_F(HostEventTest, IsCompleteOnceItsRecordHasRun) {
  const aclrtEvent event = NewEvent();
  EXPECT_FALSE(Complete(event));
  gate.Close(stream);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  EXPECT_FALSE(Complete(event));
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  EXPECT_TRUE(Complete(event));
}

TEST_F(HostEventTest, AResetEventIsNotComplete) {
  const aclrtEvent event = NewEvent();
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_FALSE(Complete(event));
}

TEST_F(HostEventTest, AStreamWaitsForTheRecordOfAnother) {
  const aclrtStream other = NewStream();
  const aclrtEvent event = NewEvent();
  OrderLog log;
  log.Reserve(2);
  gate.Close(stream);
  log.Add(stream, 1);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(other, event), ACL_SUCCESS);
  log.Add(other, 2);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(other, 1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
  EXPECT_EQ(log.seen(), (std::vector<int>{1, 2}));
}

TEST_F(HostEventTest, AStreamWaitsForARecordOnAnotherDevice) {
  const aclrtEvent event = NewEvent();
  gate.Close(stream);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(nullptr, event), ACL_SUCCESS);
  EXPECT_FALSE(Idle(nullptr));
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST_F(HostEventTest, AWaitBeforeTheFirstRecordWaitsForIt) {
  const aclrtStream other = NewStream();
  const aclrtEvent event = NewEvent();
  ASSERT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  ASSERT_EQ(aclrtRecordEvent(event, other), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(HostEventTest, AnExEventThatWasNeverRecordedHoldsNobodyUp) {
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(HostEventTest, SynchronizeOfAnEventNeverRecordedReturns) {
  EXPECT_EQ(aclrtSynchronizeEvent(NewEvent()), ACL_SUCCESS);
}

TEST_F(HostEventTest, ElapsedTimeIsThatBetweenTheRecords) {
  const aclrtEvent start = NewEvent(), end = NewEvent();
  const auto before = std::chrono::steady_clock::now();
  ASSERT_EQ(aclrtRecordEvent(start, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordEvent(end, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const std::chrono::duration<float, std::milli> whole = std::chrono::steady_clock::now() - before;
  float ms = -1;
  ASSERT_EQ(aclrtEventElapsedTime(&ms, start, end), ACL_SUCCESS);
  EXPECT_GE(ms, 0.0f);
  EXPECT_LE(ms, whole.count());
}

TEST_F(HostEventTest, ElapsedTimeRefusesWhatHasNoTime) {
  const aclrtEvent start = NewEvent(), end = NewEvent(), never = NewEvent();
  float ms = -1;
  EXPECT_EQ(aclrtEventElapsedTime(&ms, never, never), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  ASSERT_EQ(aclrtRecordEvent(start, stream), ACL_SUCCESS);
  gate.Close(stream);
  ASSERT_EQ(aclrtRecordEvent(end, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeEvent(start), ACL_SUCCESS);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, start, end), ACL_ERROR_RT_EVENT_NOT_COMPLETE);
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, end, start), ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL);
  EXPECT_EQ(ms, -1.0f);
}

TEST_F(HostEventTest, ADestroyedEventStillReleasesItsWaiters) {
  const aclrtStream other = NewStream();
  const aclrtEvent event = NewEvent();
  gate.Close(stream);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(other, event), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_ERROR_RT_INVALID_HANDLE);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
}

TEST_F(HostEventTest, RecordAndResetByTurnsKeepTwoStreamsInStep) {
  const aclrtStream other = NewStream();
  const aclrtEvent event = NewEvent();
  OrderLog log;
  log.Reserve(40);
  for (int i = 0; i < 20; ++i) {
    log.Add(stream, 2 * i);
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(other, event), ACL_SUCCESS);
    ASSERT_EQ(aclrtResetEvent(event, other), ACL_SUCCESS);
    log.Add(other, 2 * i + 1);
    ASSERT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
  }
  for (int i = 0; i < 40; ++i) EXPECT_EQ(log.seen()[i], i);
}

}  // namespace
}  // namespace aclprof
