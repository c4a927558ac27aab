// Threads, fork and the end of the process, section 5, as far as the state machine goes.

#include <thread>

#include "core/profile.h"
#include "tests/state/state_test.h"
#include "tests/support/child_process.h"

namespace aclprof {
namespace {

using ProcessRules = StateTest;

template <typename Body>
void OnAThread(Body body) {
  std::thread(body).join();
}

TEST_F(ProcessRules, R1_EachControlCallMayComeFromAnotherThread) {
  const auto config = MakeConfig({0});
  OnAThread([this] { EXPECT_EQ(Init(), 0); });
  OnAThread([&config] { EXPECT_EQ(aclprofStart(config.get()), 0); });
  OnAThread([&config] { EXPECT_EQ(aclprofStop(config.get()), 0); });
  OnAThread([] { EXPECT_EQ(aclprofFinalize(), 0); });
}

TEST_F(ProcessRules, R1_ConcurrentControlCallsAgreeOnOneWinner) {
  constexpr int kThreads = 8;
  EnterApi();
  std::atomic<int> won{0};
  std::atomic<int> lost{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&won, &lost] {
      const aclError code = aclprofStart(MakeConfig({0, 1}).get());
      ++(code == 0 ? won : lost);
      EXPECT_TRUE(code == 0 || code == 100042) << code;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(won, 1);
  EXPECT_EQ(lost, kThreads - 1);
  EXPECT_EQ(pipeline().running(), 1);
}

TEST_F(ProcessRules, R3_ARunIsCompleteOnlyAfterItsFinalize) {
  ASSERT_EQ(aclprofx_runtime_configure(nullptr), 0);
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(aclprofFinalize(), 0);
  EXPECT_EQ(pipeline().completions(), 0);
  ASSERT_EQ(aclprofx_runtime_finalize(1), 0);
  EXPECT_EQ(pipeline().completions(), 1);
}

TEST_F(ProcessRules, R3_ARunWhoseFinalizeFailedIsNotComplete) {
  ASSERT_EQ(aclprofx_runtime_configure(nullptr), 0);
  ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  EXPECT_EQ(pipeline().completions(), 0);
}

TEST_F(ProcessRules, R3_WhatStillRunsAtTheEndIsStopped) {
  EnterApi();
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  Profile::Get().StopLeftovers();
  EXPECT_EQ(pipeline().running(), 0);
  EXPECT_EQ(pipeline().shutdowns(), 1);
  EXPECT_EQ(pipeline().completions(), 0);
  EXPECT_EQ(aclprofStart(MakeConfig({0}).get()), 100043);
}

TEST_F(ProcessRules, R3_TheJsonSessionIsStoppedAtTheEndToo) {
  EnterCmd();
  Profile::Get().StopLeftovers();
  EXPECT_EQ(pipeline().running(), 0);
  EXPECT_EQ(pipeline().completions(), 0);
}

TEST_F(ProcessRules, R3_TheEndWaitsForAStopThatIsUnderWay) {
  const auto config = MakeConfig({0});
  EnterApi();
  ASSERT_EQ(aclprofStart(config.get()), 0);
  pipeline().HoldStops();
  std::thread stopper([&config] { EXPECT_EQ(aclprofStop(config.get()), 0); });
  pipeline().AwaitStopsInside(1);
  std::thread exiting([] { Profile::Get().StopLeftovers(); });
  pipeline().LetStopsGo();
  stopper.join();
  exiting.join();
  EXPECT_EQ(pipeline().shutdowns(), 1);
}

TEST_F(ProcessRules, ForkedChildIsOffAndItsParentUnaffected) {
  EnterApi();
  const auto config = MakeConfig({0});
  ASSERT_EQ(aclprofStart(config.get()), 0);
  const int child = RunInChild([this, &config] {
    if (aclprofStart(config.get()) != 100043) return 1;
    if (aclprofFinalize() != 100043) return 2;
    if (Init() != 0) return 3;
    if (aclprofStart(config.get()) != 0) return 4;
    if (aclprofStop(config.get()) != 0) return 5;
    return aclprofFinalize() == 0 ? 0 : 6;
  });
  EXPECT_EQ(child, 0);
  EXPECT_EQ(aclprofStop(config.get()), 0);
}

TEST_F(ProcessRules, ForkedChildIsOffAlsoWhileAnotherThreadIsInsideAStop) {
  EnterApi();
  const auto config = MakeConfig({0});
  ASSERT_EQ(aclprofStart(config.get()), 0);
  pipeline().HoldStops();
  std::thread stopper([&config] { EXPECT_EQ(aclprofStop(config.get()), 0); });
  pipeline().AwaitStopsInside(1);
  EXPECT_EQ(RunInChild([&config] { return aclprofStop(config.get()) == 100043 ? 0 : 1; }), 0);
  pipeline().LetStopsGo();
  stopper.join();
}

TEST_F(ProcessRules, ForkedGrandchildIsOffToo) {
  EnterApi();
  EXPECT_EQ(RunInChild([this] {
              if (Init() != 0) return 1;
              return RunInChild([] { return aclprofFinalize() == 100043 ? 0 : 2; });
            }),
            0);
}

}  // namespace
}  // namespace aclprof
