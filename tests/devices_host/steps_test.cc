// Steps as training frameworks stamp them, read back from the session on disk.

#include <cstring>

#include "tests/devices_host/host_fixture.h"
#include "tests/devices_host/host_session.h"

namespace aclprof {
namespace {

class StepsTest : public HostFixture {
 protected:
  static std::vector<aclprofx_step> StepsOf(SessionReader& session) {
    return PayloadsOf<aclprofx_step>(session, ACLPROFX_KIND_STEP, 0);
  }
};

TEST_F(StepsTest, AStepIsStampedByTheDeviceWhenItsStreamGetsThere) {
  aclprofStepInfo* const step = aclprofCreateStepInfo();
  aclprofStepInfo* const later = aclprofCreateStepInfo();
  ASSERT_NE(step, nullptr);
  int32_t stream_id = -1;
  ASSERT_EQ(aclrtStreamGetId(stream, &stream_id), ACL_SUCCESS);
  RunningSession running({0}, ACL_PROF_TRAINING_TRACE);
  ASSERT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_START, stream), ACL_SUCCESS);
  ASSERT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_END, stream), ACL_SUCCESS);
  ASSERT_EQ(aclprofGetStepTimestamp(later, ACL_STEP_END, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const auto session = running.Stop();
  const auto steps = StepsOf(*session);
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].tag, 0u);
  EXPECT_EQ(steps[1].tag, 1u);
  EXPECT_EQ(steps[0].index, steps[1].index);
  EXPECT_EQ(steps[2].index, steps[0].index + 1);
  EXPECT_LT(steps[0].time, steps[1].time);
  EXPECT_EQ(steps[0].stream_id, static_cast<uint32_t>(stream_id));
  ExpectNothingLost(*session);
  aclprofDestroyStepInfo(step);
  aclprofDestroyStepInfo(later);
}

TEST_F(StepsTest, ATagIsTakenOnceAndNullIsRefused) {
  aclprofStepInfo* const step = aclprofCreateStepInfo();
  EXPECT_EQ(aclprofGetStepTimestamp(nullptr, ACL_STEP_START, stream), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_START, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_END, stream), ACL_SUCCESS);
  EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_END, stream), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_START, stream), ACL_SUCCESS);
  EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_START, stream), ACL_ERROR_INVALID_PARAM);
  aclprofDestroyStepInfo(step);
  aclprofDestroyStepInfo(nullptr);
}

// MindSpore writes the index at offset 8 itself, and passes tags of its own.
TEST_F(StepsTest, TheIndexThatTheCallerPokedAndTagsAboveOneAreRecorded) {
  aclprofStepInfo* const step = aclprofCreateStepInfo();
  constexpr uint64_t kIndex = 123456789012;
  std::memcpy(reinterpret_cast<char*>(step) + 8, &kIndex, sizeof(kIndex));
  RunningSession running({0}, ACL_PROF_TRAINING_TRACE);
  ASSERT_EQ(aclprofGetStepTimestamp(step, static_cast<aclprofStepTag>(60000), stream), ACL_SUCCESS);
  EXPECT_EQ(aclprofGetStepTimestamp(step, static_cast<aclprofStepTag>(60001), stream),
            ACL_ERROR_INVALID_PARAM);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  const auto session = running.Stop();
  const auto steps = StepsOf(*session);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].index, kIndex);
  EXPECT_EQ(steps[0].tag, 60000u);
  aclprofDestroyStepInfo(step);
}

TEST_F(StepsTest, AStreamThatIsNoneIs500002) {
  aclprofStepInfo* const step = aclprofCreateStepInfo();
  int no_stream = 0;
  RunningSession running({0}, ACL_PROF_TRAINING_TRACE);
  EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_START, &no_stream), ACL_ERROR_GE_FAILURE);
  EXPECT_TRUE(StepsOf(*running.Stop()).empty());
  aclprofDestroyStepInfo(step);
}

}  // namespace
}  // namespace aclprof
