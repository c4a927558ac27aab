// The rules among sessions and devices; each test carries the number of its rule in section 4.

#include <thread>

#include "tests/state/state_test.h"

namespace aclprof {
namespace {

class SessionRules : public StateTest {
 protected:
  void SetUp() override {
    StateTest::SetUp();
    EnterApi();
  }
};

TEST_F(SessionRules, R01_AStartThatSharesADeviceIs100042AndDisturbsNobody) {
  const auto first = MakeConfig({0, 1});
  ASSERT_EQ(aclprofStart(first.get()), 0);
  const Observed before = Observe();
  EXPECT_EQ(aclprofStart(MakeConfig({1, 2}).get()), 100042);
  EXPECT_EQ(LastError().substr(0, 6), "EK0002");
  EXPECT_EQ(Observe(), before);
  EXPECT_EQ(aclprofStart(MakeConfig({2}).get()), 0);
  EXPECT_EQ(aclprofStop(first.get()), 0);
}

TEST_F(SessionRules, R02_StartTwiceIs100042) {
  const auto config = MakeConfig({0});
  ASSERT_EQ(aclprofStart(config.get()), 0);
  const Observed before = Observe();
  EXPECT_EQ(aclprofStart(config.get()), 100042);
  EXPECT_EQ(Observe(), before);
}

TEST_F(SessionRules, R02_StartTwiceOfTheHostAloneIs100042) {
  const auto config = MakeConfig({}, ACL_PROF_MSPROFTX);
  ASSERT_EQ(aclprofStart(config.get()), 0);
  EXPECT_EQ(aclprofStart(config.get()), 100042);
  EXPECT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
}

TEST_F(SessionRules, R03_AnotherDeviceMayStartMeanwhileAndEachIsStoppedByItsOwn) {
  const auto zero = MakeConfig({0});
  const auto one = MakeConfig({1});
  ASSERT_EQ(aclprofStart(zero.get()), 0);
  EXPECT_EQ(aclprofStart(one.get()), 0);
  EXPECT_EQ(pipeline().running(), 2);
  EXPECT_EQ(aclprofStop(zero.get()), 0);
  EXPECT_TRUE(pipeline().session(1).running);
  EXPECT_EQ(aclprofStop(one.get()), 0);
}

TEST_F(SessionRules, R04_StopWithAnotherMaskIs100010AndTheSessionGoesOn) {
  const auto config = MakeConfig({0});
  ASSERT_EQ(aclprofStart(config.get()), 0);
  const Observed before = Observe();
  EXPECT_EQ(aclprofStop(MakeConfig({0}, kMask | ACL_PROF_AICPU).get()), 100010);
  EXPECT_EQ(Observe(), before);
  EXPECT_EQ(aclprofStop(config.get()), 0);
}

TEST_F(SessionRules, R04_StopWithOtherMetricsIs100010) {
  const auto config = MakeConfig({0});
  ASSERT_EQ(aclprofStart(config.get()), 0);
  EXPECT_EQ(aclprofStop(MakeConfig({0}, kMask, ACL_AICORE_MEMORY_UB).get()), 100010);
  EXPECT_EQ(aclprofStop(config.get()), 0);
}

TEST_F(SessionRules, R04_StopWithOtherDevicesIs100010) {
  ASSERT_EQ(aclprofStart(MakeConfig({0, 1}).get()), 0);
  const Observed before = Observe();
  EXPECT_EQ(aclprofStop(MakeConfig({0}).get()), 100010);
  EXPECT_EQ(aclprofStop(MakeConfig({0, 1, 2}).get()), 100010);
  EXPECT_EQ(aclprofStop(MakeConfig({2, 3}).get()), 100010);
  EXPECT_EQ(Observe(), before);
  EXPECT_EQ(aclprofStop(MakeConfig({1, 0}).get()), 0) << "the order of the list is no matter";
}

TEST_F(SessionRules, R05_StopWithNothingRunningIs100043) {
  const auto config = MakeConfig({0});
  EXPECT_EQ(aclprofStop(config.get()), 100043);
  ASSERT_EQ(aclprofStart(config.get()), 0);
  ASSERT_EQ(aclprofStop(config.get()), 0);
  EXPECT_EQ(aclprofStop(config.get()), 100043);
  EXPECT_EQ(LastError().substr(0, 6), "EK0002");
}

TEST_F(SessionRules, R05_ASecondStopIs100043AlsoWhileAnotherSessionRuns) {
  const auto config = MakeConfig({0});
  ASSERT_EQ(aclprofStart(config.get()), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({1}).get()), 0);
  ASSERT_EQ(aclprofStop(config.get()), 0);
  EXPECT_EQ(aclprofStop(config.get()), 100043);
}

TEST_F(SessionRules, R06_StartAndStopAnyNumberOfTimes) {
  const auto config = MakeConfig({0});
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(aclprofStart(config.get()), 0);
    ASSERT_EQ(aclprofStop(config.get()), 0);
  }
  const auto other = MakeConfig({0, 1}, ACL_PROF_RUNTIME_API);
  EXPECT_EQ(aclprofStart(other.get()), 0);
  EXPECT_EQ(aclprofStop(other.get()), 0);
}

TEST_F(SessionRules, R07_FinalizeStopsWhatRuns) {
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({1}).get()), 0);
  EXPECT_EQ(aclprofFinalize(), 0);
  EXPECT_EQ(pipeline().running(), 0);
  EXPECT_EQ(pipeline().shutdowns(), 1);
}

TEST_F(SessionRules, R08_AnotherInitChangesTheDirectory) {
  ASSERT_EQ(aclprofFinalize(), 0);
  ASSERT_EQ(InitAt(Below("second")), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(pipeline().session(0).options.base_directory, Below("second"));
}

TEST_F(SessionRules, R09_TheConfigMayGoWhileItsSessionRuns) {
  ASSERT_EQ(aclprofStart(MakeConfig({0, 1}).get()), 0);
  EXPECT_EQ(aclprofStop(MakeConfig({0, 1}).get()), 0);
}

TEST_F(SessionRules, R10_OnlyTheDevicesOfTheListAreCollected) {
  ASSERT_EQ(aclprofStart(MakeConfig({2, 0}).get()), 0);
  EXPECT_EQ(pipeline().session(0).options.devices, (std::vector<int32_t>{0, 2}));
  aclprofx_collection now{};
  now.size_bytes = sizeof(now);
  EXPECT_EQ(aclprofx_runtime_collection(1, &now), 0);
  EXPECT_EQ(now.kinds, 0u);
  EXPECT_EQ(aclprofx_runtime_collection(2, &now), 0);
  EXPECT_EQ(now.kinds, pipeline().session(0).options.kinds);
}

TEST_F(SessionRules, R11_StartBeforeTheDeviceIsSetAndStopAfterItsResetAre0) {
  const auto config = MakeConfig({0});
  EXPECT_EQ(aclprofStart(config.get()), 0);
  EXPECT_EQ(aclprofx_runtime_device_up(0), 0);
  EXPECT_EQ(aclprofx_runtime_device_down(0), 0);
  EXPECT_EQ(aclprofStop(config.get()), 0);
}

TEST_F(SessionRules, R12_SettingsStayForLaterSessionsOfTheSameInit) {
  ASSERT_EQ(Set(ACL_PROF_STORAGE_LIMIT, "200MB"), 0);
  const auto config = MakeConfig({0});
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(aclprofStart(config.get()), 0);
    ASSERT_EQ(aclprofStop(config.get()), 0);
    EXPECT_EQ(pipeline().session(i).options.storage_limit_bytes, 200u << 20);
  }
  ASSERT_EQ(aclprofFinalize(), 0);
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(aclprofStart(config.get()), 0);
  EXPECT_EQ(pipeline().session(2).options.storage_limit_bytes, 0u);
}

TEST_F(SessionRules, R12_ASettingMadeMeanwhileIsForTheNextSessionOnly) {
  const auto config = MakeConfig({0});
  ASSERT_EQ(aclprofStart(config.get()), 0);
  const Observed before = Observe();
  EXPECT_EQ(Set(ACL_PROF_STORAGE_LIMIT, "200MB"), 0);
  EXPECT_EQ(Observe(), before);
  EXPECT_EQ(pipeline().session(0).options.storage_limit_bytes, 0u);
  ASSERT_EQ(aclprofStop(config.get()), 0);
  ASSERT_EQ(aclprofStart(config.get()), 0);
  EXPECT_EQ(pipeline().session(1).options.storage_limit_bytes, 200u << 20);
}

TEST_F(SessionRules, R14_InitAndStartMayComeBeforeAclInit) {
  const auto config = MakeConfig({0});
  ASSERT_EQ(aclprofStart(config.get()), 0);
  EXPECT_EQ(aclprofx_runtime_configure(nullptr), 0);
  EXPECT_EQ(aclprofx_runtime_device_up(0), 0);
  EXPECT_EQ(aclprofStop(config.get()), 0);
  EXPECT_EQ(aclprofFinalize(), 0);
}

TEST_F(SessionRules, R15_EveryStartIsASessionOfItsOwnWithItsOwnKinds) {
  ASSERT_EQ(aclprofStart(MakeConfig({0}, ACL_PROF_ACL_API).get()), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({1}, ACL_PROF_RUNTIME_API).get()), 0);
  const uint64_t first = pipeline().session(0).options.kinds;
  const uint64_t second = pipeline().session(1).options.kinds;
  EXPECT_TRUE(first >> ACLPROFX_KIND_API & 1);
  EXPECT_FALSE(first >> ACLPROFX_KIND_RUNTIME_API & 1);
  EXPECT_TRUE(second >> ACLPROFX_KIND_RUNTIME_API & 1);
  EXPECT_FALSE(second >> ACLPROFX_KIND_API & 1);
}

TEST_F(SessionRules, R16_OverlappingSessionsOfDifferentMasksAreBothStoppedWith0) {
  const auto first = MakeConfig({0}, ACL_PROF_ACL_API);
  const auto second = MakeConfig({1}, ACL_PROF_TASK_TIME, ACL_AICORE_MEMORY_UB);
  ASSERT_EQ(aclprofStart(first.get()), 0);
  ASSERT_EQ(aclprofStart(second.get()), 0);
  EXPECT_EQ(aclprofStop(first.get()), 0);
  EXPECT_EQ(aclprofStop(second.get()), 0);
}

// While a session is written out, its devices are taken and the rest of the process is free.
class Stopping : public SessionRules {
 protected:
  void SetUp() override {
    SessionRules::SetUp();
    ASSERT_EQ(aclprofStart(config_.get()), 0);
    pipeline().HoldStops();
    stopper_ = std::thread([this] { stopped_ = aclprofStop(config_.get()); });
    pipeline().AwaitStopsInside(1);
  }
  void TearDown() override {
    LetGo();
    SessionRules::TearDown();
  }
  void LetGo() {
    pipeline().LetStopsGo();
    if (stopper_.joinable()) stopper_.join();
  }

  const ConfigPointer config_ = MakeConfig({0});
  aclError stopped_ = -1;
  std::thread stopper_;
};

TEST_F(Stopping, StartOnItsDevicesIs100042) {
  EXPECT_EQ(aclprofStart(config_.get()), 100042);
  EXPECT_NE(LastError().find("is being stopped"), std::string::npos);
  LetGo();
  EXPECT_EQ(stopped_, 0);
  EXPECT_EQ(aclprofStart(config_.get()), 0);
}

TEST_F(Stopping, ASecondStopIs100043) {
  EXPECT_EQ(aclprofStop(config_.get()), 100043);
  EXPECT_NE(LastError().find("stopped already"), std::string::npos);
}

TEST_F(Stopping, OtherCallsGoOn) {
  const auto other = MakeConfig({1});
  EXPECT_EQ(aclprofStart(other.get()), 0);
  EXPECT_EQ(Set(ACL_PROF_SYS_IO_FREQ, "50"), 0);
  LetGo();
  EXPECT_EQ(aclprofStop(other.get()), 0);
}

TEST_F(Stopping, FinalizeWaitsForIt) {
  std::thread finalizer([] { EXPECT_EQ(aclprofFinalize(), 0); });
  LetGo();
  finalizer.join();
  EXPECT_EQ(stopped_, 0);
  EXPECT_EQ(pipeline().running(), 0);
  EXPECT_EQ(pipeline().shutdowns(), 1);
}

using StopOutcomes = SessionRules;

TEST_F(StopOutcomes, DegradedWritingIs100004AndTheSessionIsOver) {
  const auto config = MakeConfig({0});
  ASSERT_EQ(aclprofStart(config.get()), 0);
  pipeline().AnswerStops(StopOutcome::kDegraded);
  EXPECT_EQ(aclprofStop(config.get()), 100004);
  EXPECT_NE(LastError().find("could not be written"), std::string::npos);
  EXPECT_EQ(aclprofStop(config.get()), 100043);
}

TEST_F(StopOutcomes, PastItsBoundIs500005AndASecondStopIs100043) {
  const auto config = MakeConfig({0});
  ASSERT_EQ(aclprofStart(config.get()), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({1}).get()), 0);
  pipeline().AnswerStops(StopOutcome::kTimedOut);
  EXPECT_EQ(aclprofStop(config.get()), 500005);
  EXPECT_EQ(aclprofStop(config.get()), 100043);
  EXPECT_EQ(aclprofStart(config.get()), 0);
}

TEST_F(StopOutcomes, FinalizeTellsTheWorstOfWhatItStopped) {
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  pipeline().AnswerStops(StopOutcome::kDegraded);
  EXPECT_EQ(aclprofFinalize(), 100004);
  EXPECT_EQ(aclprofFinalize(), 100043);
  EXPECT_EQ(Init(), 0);
}

}  // namespace
}  // namespace aclprof
