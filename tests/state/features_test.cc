// The functions that frameworks look up by name: what they answer in each mode.

#include "api/dlsym_api.h"
#include "tests/state/state_test.h"

namespace aclprof {
namespace {

class FeatureCalls : public StateTest {};

TEST_F(FeatureCalls, WarmupAnswersAsTheModeSays) {
  const ConfigPointer config = MakeConfig({0});
  EXPECT_EQ(aclprofWarmup(nullptr), 100000);
  EXPECT_EQ(aclprofWarmup(MakeConfig({0}, 0x400).get()), 200007);
  EXPECT_EQ(aclprofWarmup(config.get()), 100043);
  EnterApi();
  EXPECT_EQ(aclprofWarmup(config.get()), 0);
  EXPECT_EQ(pipeline().started(), 0);
  ASSERT_EQ(aclprofStart(config.get()), 0);
  EXPECT_EQ(aclprofWarmup(config.get()), 148047);
  ASSERT_EQ(aclprofStop(config.get()), 0);
  EXPECT_EQ(aclprofWarmup(config.get()), 0);
  ASSERT_EQ(aclprofFinalize(), 0);
  EnterCmd();
  EXPECT_EQ(aclprofWarmup(config.get()), 100042);
}

TEST_F(FeatureCalls, NoFeatureIsOfferedAndArgumentsAreChecked) {
  for (const auto call : {&aclprofGetSupportedFeatures, &aclprofGetSupportedFeaturesV2}) {
    size_t size = 0;
    void* data = nullptr;
    EXPECT_EQ(call(&size, &data), 200007);
    EXPECT_EQ(call(nullptr, &data), 100000);
    EXPECT_EQ(call(&size, nullptr), 100000);
    data = &size;
    EXPECT_EQ(call(&size, &data), 100000);
  }
  EXPECT_EQ(aclprofRegisterDeviceCallback(), 0);
}

TEST_F(FeatureCalls, AGraphIdOfBytesThatAreNoRecordIsTheErrorsNumber) {
  const char bytes[80] = {1};
  EXPECT_EQ(aclprofGetGraphId(bytes, sizeof(bytes), 0), 100000u);
  EnterApi();
  EXPECT_EQ(aclprofGetGraphId(bytes, sizeof(bytes), 0), 148047u);
}

}  // namespace
}  // namespace aclprof
