// Every cell of the table of calls and modes, for valid arguments; subscription_rules_test.cc has the SUB column.

#include "tests/state/state_test.h"

namespace aclprof {
namespace {

class ModeCells : public StateTest {
 protected:
  // A refused call leaves everything as it was and says why, with the vendor's message id.
  void ExpectRefused(aclError code, aclError expected, const Observed& before, const char* id) {
    EXPECT_EQ(code, expected);
    EXPECT_EQ(Observe(), before);
    EXPECT_EQ(LastError().substr(0, 6), id);
  }
  ConfigPointer config_;
};

TEST_F(ModeCells, InitInOffGoesToApi) {
  EXPECT_EQ(Init(), 0);
  EXPECT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
}

TEST_F(ModeCells, InitInApiIs100002) {
  EnterApi();
  const Observed before = Observe();
  ExpectRefused(InitAt(Below("other")), 100002, before, "EK0002");
}

TEST_F(ModeCells, InitInCmdIs100042) {
  EnterCmd();
  const Observed before = Observe();
  ExpectRefused(Init(), 100042, before, "EK0007");
}

TEST_F(ModeCells, StartInOffIs100043) {
  config_ = MakeConfig({0});
  const Observed before = Observe();
  ExpectRefused(aclprofStart(config_.get()), 100043, before, "EK0002");
}

TEST_F(ModeCells, StartInCmdIs100042) {
  EnterCmd();
  config_ = MakeConfig({0});
  const Observed before = Observe();
  ExpectRefused(aclprofStart(config_.get()), 100042, before, "EK0007");
}

TEST_F(ModeCells, StopInOffIs100043) {
  config_ = MakeConfig({0});
  const Observed before = Observe();
  ExpectRefused(aclprofStop(config_.get()), 100043, before, "EK0002");
}

TEST_F(ModeCells, StopInCmdIs100042) {
  EnterCmd();
  config_ = MakeConfig({0});
  const Observed before = Observe();
  ExpectRefused(aclprofStop(config_.get()), 100042, before, "EK0007");
  EXPECT_EQ(pipeline().running(), 1);
}

TEST_F(ModeCells, FinalizeInOffIs100043) {
  const Observed before = Observe();
  ExpectRefused(aclprofFinalize(), 100043, before, "EK0002");
}

TEST_F(ModeCells, FinalizeInApiGoesToOff) {
  EnterApi();
  EXPECT_EQ(aclprofFinalize(), 0);
  EXPECT_EQ(pipeline().shutdowns(), 1);
  EXPECT_EQ(aclprofFinalize(), 100043);
}

TEST_F(ModeCells, FinalizeInCmdIs100042) {
  EnterCmd();
  const Observed before = Observe();
  ExpectRefused(aclprofFinalize(), 100042, before, "EK0007");
  EXPECT_EQ(pipeline().running(), 1);
}

TEST_F(ModeCells, SetConfigInOffIs100001) {
  const Observed before = Observe();
  ExpectRefused(Set(ACL_PROF_SYS_IO_FREQ, "50"), 100001, before, "EK0002");
}

TEST_F(ModeCells, SetConfigInApiIs0) {
  EnterApi();
  EXPECT_EQ(Set(ACL_PROF_SYS_IO_FREQ, "50"), 0);
}

TEST_F(ModeCells, SetConfigInCmdIs100042) {
  EnterCmd();
  const Observed before = Observe();
  ExpectRefused(Set(ACL_PROF_SYS_IO_FREQ, "50"), 100042, before, "EK0007");
}

TEST_F(ModeCells, ModelUnSubscribeInApiIs100011) {
  EnterApi();
  EXPECT_EQ(aclprofModelUnSubscribe(kLoadedModel), 100011);
}

TEST_F(ModeCells, ModelUnSubscribeInCmdIs100011) {
  EnterCmd();
  EXPECT_EQ(aclprofModelUnSubscribe(kLoadedModel), 100011);
}

TEST_F(ModeCells, ReadingASubscriptionInApiIs148047OrTheFailureValue) {
  EnterApi();
  char bytes[80] = {};
  uint32_t count = 0;
  size_t length = 0;
  EXPECT_EQ(aclprofGetOpNum(bytes, sizeof(bytes), &count), 148047);
  EXPECT_EQ(aclprofGetOpNameLen(bytes, sizeof(bytes), 0, &length), 148047);
  EXPECT_EQ(aclprofGetOpName(bytes, sizeof(bytes), 0, bytes, 1), 148047);
  EXPECT_EQ(aclprofGetOpTypeLen(bytes, sizeof(bytes), 0, &length), 148047);
  EXPECT_EQ(aclprofGetOpType(bytes, sizeof(bytes), 0, bytes, 1), 148047);
  EXPECT_EQ(aclprofGetOpStart(bytes, sizeof(bytes), 0), 0u);
  EXPECT_EQ(aclprofGetOpEnd(bytes, sizeof(bytes), 0), 0u);
  EXPECT_EQ(aclprofGetOpDuration(bytes, sizeof(bytes), 0), 0u);
  EXPECT_EQ(aclprofGetModelId(bytes, sizeof(bytes), 0), 148047u);
  EXPECT_EQ(aclprofGetOpFlag(bytes, sizeof(bytes), 0), ACL_SUBSCRIBE_NONE);
  EXPECT_EQ(aclprofGetOpAttriValue(bytes, sizeof(bytes), 0, ACL_SUBSCRIBE_ATTRI_THREADID), nullptr);
}

TEST_F(ModeCells, ModelUnSubscribeInOffIs100011) {
  EXPECT_EQ(aclprofModelUnSubscribe(kLoadedModel), 100011);
}

TEST_F(ModeCells, ReadingASubscriptionElsewhereLooksAtTheBytesAlone) {
  char bytes[80] = {};
  uint32_t count = 0;
  EXPECT_EQ(aclprofGetOpNum(bytes, sizeof(bytes), &count), 0);
  EnterCmd();
  EXPECT_EQ(aclprofGetOpNum(bytes, sizeof(bytes), &count), 0);
  EXPECT_EQ(count, 1u);
}

TEST_F(ModeCells, WhatNeedsNoModeWorksInEveryMode) {
  ExpectModelessCallsWork();
  EnterApi();
  ExpectModelessCallsWork();
  ASSERT_EQ(aclprofFinalize(), 0);
  EnterCmd();
  ExpectModelessCallsWork();
}

TEST_F(ModeCells, CmdIsLeftByFinalizeOfTheRun) {
  EnterCmd();
  EXPECT_EQ(aclprofx_runtime_finalize(1), 0);
  EXPECT_EQ(Init(), 0);
}

}  // namespace
}  // namespace aclprof
