// Subscription: the order of checks, the modes, and who owns the pipe. The tasks are the test's own.

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <memory>

#include "api/dlsym_api.h"
#include "tests/state/state_test.h"

namespace aclprof {
namespace {

struct DestroySubscribe {
  void operator()(aclprofSubscribeConfig* config) const { aclprofDestroySubscribeConfig(config); }
};
using SubscribePointer = std::unique_ptr<aclprofSubscribeConfig, DestroySubscribe>;

class SubscriptionRules : public StateTest {
 protected:
  void SetUp() override {
    StateTest::SetUp();
    ASSERT_EQ(pipe(ends_.data()), 0);
    config_ = Config(1, ACL_AICORE_NONE);
  }
  void TearDown() override {
    for (const uint32_t model : {kLoadedModel, kOtherModel, kModelOfDevice1})
      aclprofModelUnSubscribe(model);
    for (const int end : ends_)
      if (end >= 0) close(end);
    StateTest::TearDown();
  }
  SubscribePointer Config(int8_t times, aclprofAicoreMetrics metrics) {
    return SubscribePointer(aclprofCreateSubscribeConfig(times, metrics, &ends_[1]));
  }
  void Run(uint32_t model, uint32_t op, int32_t device = 0) {
    pipeline().RunTask({model, op, device, 5000000, 7500000});
  }
  // Up to the end of file.
  std::string ReadAll() {
    std::string all;
    char bytes[80];
    for (ssize_t got; (got = read(ends_[0], bytes, sizeof(bytes))) > 0;)
      all.append(bytes, static_cast<size_t>(got));
    return all;
  }

  std::array<int, 2> ends_{-1, -1};
  SubscribePointer config_;
};

TEST_F(SubscriptionRules, ConfigsThatCanNotBeAreNull) {
  EXPECT_EQ(aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, nullptr), nullptr);
  EXPECT_EQ(Config(2, ACL_AICORE_NONE), nullptr);
  EXPECT_EQ(Config(-1, ACL_AICORE_NONE), nullptr);
  EXPECT_EQ(aclprofDestroySubscribeConfig(nullptr), 100000);
}

TEST_F(SubscriptionRules, AModelThatIsNotLoadedIs100011BeforeEverything) {
  EXPECT_EQ(aclprofModelSubscribe(99, nullptr), 100011);
  EnterApi();
  EXPECT_EQ(aclprofModelSubscribe(99, config_.get()), 100011);
}

TEST_F(SubscriptionRules, NullConfigIs100000BeforeTheMode) {
  EnterApi();
  EXPECT_EQ(aclprofModelSubscribe(kLoadedModel, nullptr), 100000);
}

TEST_F(SubscriptionRules, TheModeComesBeforeTheSettings) {
  const SubscribePointer nothing = Config(0, ACL_AICORE_NONE);
  EnterApi();
  EXPECT_EQ(aclprofModelSubscribe(kLoadedModel, nothing.get()), 148047);
  ASSERT_EQ(aclprofFinalize(), 0);
  EnterCmd();
  EXPECT_EQ(aclprofModelSubscribe(kLoadedModel, nothing.get()), 100042);
}

TEST_F(SubscriptionRules, NeitherTimesNorCountersIs100000) {
  EXPECT_EQ(aclprofModelSubscribe(kLoadedModel, Config(0, ACL_AICORE_NONE).get()), 100000);
  EXPECT_EQ(Init(), 0) << "still in mode OFF";
}

TEST_F(SubscriptionRules, ASubscribedModelIs148046) {
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  EXPECT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 148046);
}

TEST_F(SubscriptionRules, NeitherTimesNorCountersComesBeforeTheRepeat) {
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  EXPECT_EQ(aclprofModelSubscribe(kLoadedModel, Config(0, ACL_AICORE_NONE).get()), 100000);
}

TEST_F(SubscriptionRules, TheRepeatComesBeforeTheOtherSettings) {
  const SubscribePointer other = Config(1, ACL_AICORE_PIPE_UTILIZATION);
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  EXPECT_EQ(aclprofModelSubscribe(kLoadedModel, other.get()), 148046);
}

TEST_F(SubscriptionRules, OtherSettingsOnTheSameDeviceAre100010) {
  const SubscribePointer other = Config(1, ACL_AICORE_PIPE_UTILIZATION);
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  EXPECT_EQ(aclprofModelSubscribe(kOtherModel, other.get()), 100010);
  EXPECT_EQ(aclprofModelSubscribe(kModelOfDevice1, other.get()), 0);
  EXPECT_EQ(aclprofModelSubscribe(kOtherModel, config_.get()), 0);
  EXPECT_EQ(pipeline().tapped(), (std::vector<int32_t>{0, 1}));
}

TEST_F(SubscriptionRules, ADescriptorThatCanNotBeWrittenIs100000AndChangesNothing) {
  int nothing = -1;
  for (int* fd : {&nothing, &ends_[0]}) {
    const SubscribePointer bad(aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, fd));
    EXPECT_EQ(aclprofModelSubscribe(kLoadedModel, bad.get()), 100000);
  }
  EXPECT_TRUE(pipeline().tapped().empty());
  EXPECT_GE(fcntl(ends_[0], F_GETFL), 0) << "it is open";
  EXPECT_EQ(Init(), 0) << "still in mode OFF";
}

TEST_F(SubscriptionRules, AFailureInsideIs500005AndChangesNothing) {
  pipeline().FailStarts({StatusCode::kResourceExhausted, "no thread"});
  EXPECT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 500005);
  EXPECT_GE(fcntl(ends_[1], F_GETFL), 0) << "it is open";
  EXPECT_EQ(Init(), 0) << "still in mode OFF";
}

TEST_F(SubscriptionRules, ControlCallsInSubAre148047) {
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  const ConfigPointer session = MakeConfig({0});
  EXPECT_EQ(Init(), 148047);
  EXPECT_EQ(LastError().substr(0, 6), "EK0007");
  EXPECT_EQ(aclprofStart(session.get()), 148047);
  EXPECT_EQ(aclprofStop(session.get()), 148047);
  EXPECT_EQ(aclprofFinalize(), 148047);
  EXPECT_EQ(Set(ACL_PROF_SYS_IO_FREQ, "50"), 148047);
  EXPECT_EQ(aclprofWarmup(session.get()), 148047);
  EXPECT_EQ(ConfigureOn(), 100042);
}

TEST_F(SubscriptionRules, WhatNeedsNoModeWorksInSub) {
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  ExpectModelessCallsWork();
  const std::array<char, 80> bytes{};
  uint32_t count = 0;
  EXPECT_EQ(aclprofGetOpNum(bytes.data(), bytes.size(), &count), 0);
  EXPECT_EQ(count, 1u);
}

TEST_F(SubscriptionRules, TheLastUnSubscribeGoesToOff) {
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  ASSERT_EQ(aclprofModelSubscribe(kOtherModel, config_.get()), 0);
  EXPECT_EQ(aclprofModelUnSubscribe(kModelOfDevice1), 100011);
  EXPECT_EQ(aclprofModelUnSubscribe(kLoadedModel), 0);
  EXPECT_EQ(Init(), 148047);
  EXPECT_EQ(aclprofModelUnSubscribe(kOtherModel), 0);
  EXPECT_EQ(aclprofModelUnSubscribe(kOtherModel), 100011);
  EXPECT_EQ(pipeline().shutdowns(), 1);
  EXPECT_TRUE(pipeline().tapped().empty());
  EXPECT_EQ(Init(), 0);
}

TEST_F(SubscriptionRules, TheWriteEndGoesWithItsLastUser) {
  const int fd = ends_[1];
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  ASSERT_EQ(aclprofModelSubscribe(kOtherModel, config_.get()), 0);
  ASSERT_EQ(aclprofModelUnSubscribe(kLoadedModel), 0);
  EXPECT_EQ(ends_[1], fd);
  ASSERT_EQ(aclprofModelUnSubscribe(kOtherModel), 0);
  EXPECT_EQ(ends_[1], -1);
  EXPECT_LT(fcntl(fd, F_GETFL), 0) << "it is closed";
  EXPECT_EQ(ReadAll(), "");
}

TEST_F(SubscriptionRules, TheConfigMayGoFirstAndItsIntIsThenLeftAlone) {
  const int fd = ends_[1];
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  config_.reset();
  ASSERT_EQ(aclprofModelUnSubscribe(kLoadedModel), 0);
  EXPECT_EQ(std::exchange(ends_[1], -1), fd);
  EXPECT_LT(fcntl(fd, F_GETFL), 0) << "it is closed";
}

TEST_F(SubscriptionRules, AnUnloadedModelIsUnsubscribed) {
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  EXPECT_EQ(aclprofx_runtime_model_unloaded(kOtherModel), 0);
  EXPECT_EQ(Init(), 148047);
  EXPECT_EQ(aclprofx_runtime_model_unloaded(kLoadedModel), 0);
  EXPECT_EQ(ends_[1], -1);
  EXPECT_EQ(Init(), 0);
}

TEST_F(SubscriptionRules, ARecordTellsWhatRan) {
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  Run(kLoadedModel, 3);
  Run(kOtherModel, 4);   // not subscribed
  Run(kLoadedModel, 0);  // no operator
  ASSERT_EQ(aclprofModelUnSubscribe(kLoadedModel), 0);
  const std::string all = ReadAll();
  size_t size = 0;
  ASSERT_EQ(aclprofGetOpDescSize(&size), 0);
  ASSERT_EQ(all.size(), size);
  size_t length = 0;
  char name[16];
  ASSERT_EQ(aclprofGetOpNameLen(all.data(), size, 0, &length), 0);
  EXPECT_EQ(length, sizeof("name_3"));
  EXPECT_EQ(aclprofGetOpName(all.data(), size, 0, name, length - 1), 100000);
  ASSERT_EQ(aclprofGetOpName(all.data(), size, 0, name, length), 0);
  EXPECT_STREQ(name, "name_3");
  ASSERT_EQ(aclprofGetOpTypeLen(all.data(), size, 0, &length), 0);
  ASSERT_EQ(aclprofGetOpType(all.data(), size, 0, name, length), 0);
  EXPECT_STREQ(name, "type_3");
  EXPECT_EQ(aclprofGetOpStart(all.data(), size, 0), 5000u);
  EXPECT_EQ(aclprofGetOpEnd(all.data(), size, 0), 7500u);
  EXPECT_EQ(aclprofGetOpDuration(all.data(), size, 0), 2500u);
  EXPECT_EQ(aclprofGetModelId(all.data(), size, 0), kLoadedModel);
  EXPECT_EQ(aclprofGetOpFlag(all.data(), size, 0), ACL_SUBSCRIBE_OP);
  EXPECT_EQ(aclprofGetOpAttriValue(all.data(), size, 0, ACL_SUBSCRIBE_ATTRI_THREADID), nullptr);
  EXPECT_EQ(aclprofGetGraphId(all.data(), size, 0), 0u);
}

TEST_F(SubscriptionRules, WithoutTimesTheyAre0) {
  const SubscribePointer counters = Config(0, ACL_AICORE_PIPE_UTILIZATION);
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, counters.get()), 0);
  Run(kLoadedModel, 3);
  ASSERT_EQ(aclprofModelUnSubscribe(kLoadedModel), 0);
  const std::string all = ReadAll();
  EXPECT_EQ(aclprofGetOpEnd(all.data(), all.size(), 0), 0u);
  EXPECT_EQ(aclprofGetModelId(all.data(), all.size(), 0), kLoadedModel);
}

TEST_F(SubscriptionRules, BytesThatAreNoRecordsAre100000OrTheFailureValue) {
  ASSERT_EQ(aclprofModelSubscribe(kLoadedModel, config_.get()), 0);
  Run(kLoadedModel, 3);
  ASSERT_EQ(aclprofModelUnSubscribe(kLoadedModel), 0);
  std::string all = ReadAll();
  uint32_t count = 0;
  size_t length = 0;
  EXPECT_EQ(aclprofGetOpDescSize(nullptr), 100000);
  EXPECT_EQ(aclprofGetOpNum(nullptr, all.size(), &count), 100000);
  EXPECT_EQ(aclprofGetOpNum(all.data(), all.size(), nullptr), 100000);
  EXPECT_EQ(aclprofGetOpNum(all.data(), all.size() - 1, &count), 100000);
  EXPECT_EQ(aclprofGetOpNameLen(all.data(), all.size(), 1, &length), 100000);
  EXPECT_EQ(aclprofGetOpNameLen(all.data(), all.size(), 0, nullptr), 100000);
  EXPECT_EQ(aclprofGetOpType(all.data(), all.size(), 0, nullptr, 9), 100000);
  all[20] ^= 1;
  EXPECT_EQ(aclprofGetOpNameLen(all.data(), all.size(), 0, &length), 100000);
  EXPECT_EQ(aclprofGetOpEnd(all.data(), all.size(), 0), 0u);
  EXPECT_EQ(aclprofGetModelId(all.data(), all.size(), 0), 100000u);
  EXPECT_EQ(aclprofGetOpFlag(all.data(), all.size(), 0), ACL_SUBSCRIBE_NONE);
}

}  // namespace
}  // namespace aclprof
