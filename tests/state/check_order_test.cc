// Which check decides when several arguments are wrong, and that a call that fails changes nothing.

#include "core/profile.h"
#include "tests/state/state_test.h"

namespace aclprof {
namespace {

using InitOrder = StateTest;
using StartOrder = StateTest;
using SetConfigOrder = StateTest;
using CreateConfigRules = StateTest;

constexpr uint64_t kUnknownBit = 0x400;

TEST_F(InitOrder, DynamicModeIs200006BeforeEveryArgument) {
  const ScopedVariable dynamic("PROFILING_MODE", "dynamic");
  EXPECT_EQ(aclprofInit(nullptr, 0), 200006);
  EXPECT_EQ(LastError().substr(0, 6), "EK0004");
  EXPECT_EQ(Init(), 200006);
}

TEST_F(InitOrder, OtherProfilingModesAreNoMatter) {
  const ScopedVariable framework("PROFILING_MODE", "true");
  EXPECT_EQ(Init(), 0);
}

TEST_F(InitOrder, NullPathIs100000) {
  EXPECT_EQ(aclprofInit(nullptr, 4), 100000);
  EXPECT_EQ(LastError().substr(0, 6), "EK0006");
}

TEST_F(InitOrder, LengthThatIsNotStrlenIs100000) {
  EXPECT_EQ(aclprofInit(base().c_str(), base().size() - 1), 100000);
  EXPECT_EQ(aclprofInit(base().c_str(), base().size() + 1), 100000);
  EXPECT_EQ(LastError().substr(0, 6), "EK0001");
}

TEST_F(InitOrder, Length0Is100000) { EXPECT_EQ(aclprofInit("", 0), 100000); }

TEST_F(InitOrder, LengthAbove4096Is100000) {
  const std::string path = "/" + std::string(4096, 'a');
  EXPECT_EQ(aclprofInit(path.c_str(), path.size()), 100000);
  EXPECT_EQ(aclprofInit(path.c_str(), SIZE_MAX), 100000);
}

TEST_F(InitOrder, ArgumentsComeBeforeTheMode) {
  EnterApi();
  EXPECT_EQ(aclprofInit(nullptr, 1), 100000);
  EXPECT_EQ(aclprofInit("abc", 2), 100000);
  EXPECT_EQ(aclprofInit("", 0), 100000);
}

TEST_F(InitOrder, TheModeComesBeforeTheDirectory) {
  EnterApi();
  EXPECT_EQ(InitAt("/dev/null/x"), 100002);
}

TEST_F(InitOrder, AnUnusableDirectoryIs100003) {
  const Observed before = Observe();
  EXPECT_EQ(InitAt("/dev/null/x"), 100003);
  EXPECT_EQ(Observe(), before);
}

TEST_F(StartOrder, NullConfigIs100000BeforeTheMode) {
  EXPECT_EQ(aclprofStart(nullptr), 100000);
  EXPECT_EQ(aclprofStop(nullptr), 100000);
  EXPECT_EQ(LastError().substr(0, 6), "EK0006");
  EXPECT_EQ(aclprofDestroyConfig(nullptr), 100000);
}

TEST_F(StartOrder, Mask0IsABadArgumentBeforeTheMode) {
  const CollectionConfig config{{0}, 0, 0};
  EXPECT_EQ(Profile::Get().Start(config, {}).code(), ControlCode::kBadArgument);
  EXPECT_EQ(Profile::Get().Stop(config).code(), ControlCode::kBadArgument);
}

TEST_F(StartOrder, UnknownBitsAre200007BeforeTheMode) {
  for (const uint64_t bit : {0x400ull, 0x10000ull, 0x100000ull, 0x80000000ull, 1ull << 63}) {
    const auto config = MakeConfig({0}, kMask | bit);
    EXPECT_EQ(aclprofStart(config.get()), 200007) << bit;
    EXPECT_EQ(LastError().substr(0, 6), "EK0005");
    EXPECT_EQ(aclprofStop(config.get()), 200007) << bit;
  }
}

TEST_F(StartOrder, EveryBitOfTheTableIsTaken) {
  EnterApi();
  const auto config = MakeConfig({0}, 0xC0100FBFFull & ~kUnknownBit);
  EXPECT_EQ(aclprofStart(config.get()), 0);
}

TEST_F(StartOrder, UnknownBitsComeBeforeTooManyDevices) {
  CollectionConfig config{std::vector<int32_t>(65), kUnknownBit, 0};
  EXPECT_EQ(Profile::Get().Start(config, {}).code(), ControlCode::kUnknownDataTypes);
}

TEST_F(StartOrder, TooManyDevicesIsABadArgumentBeforeTheMode) {
  CollectionConfig config{std::vector<int32_t>(65), kMask, 0};
  EXPECT_EQ(Profile::Get().Start(config, {}).code(), ControlCode::kBadArgument);
  EXPECT_EQ(Profile::Get().Stop(config).code(), ControlCode::kBadArgument);
}

TEST_F(StartOrder, TheModeComesBeforeThePlatform) {
  aclprofx_runtime runtime = Runtime();
  runtime.unsupported_data_types = ACL_PROF_AICPU;
  ReplaceRuntime(runtime);
  EXPECT_EQ(aclprofStart(MakeConfig({0}, kMask | ACL_PROF_AICPU).get()), 100043);
}

TEST_F(StartOrder, AFeatureThatThePlatformLacksIs500005BeforeABusyDevice) {
  EnterApi();
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  aclprofx_runtime runtime = Runtime();
  runtime.unsupported_data_types = ACL_PROF_AICPU;
  ReplaceRuntime(runtime);
  const Observed before = Observe();
  EXPECT_EQ(aclprofStart(MakeConfig({0}, kMask | ACL_PROF_AICPU).get()), 500005);
  EXPECT_EQ(LastError().substr(0, 6), "EK0004");
  EXPECT_EQ(aclprofStart(MakeConfig({0}).get()), 100042);
  EXPECT_EQ(Observe(), before);
}

TEST_F(StartOrder, AnyMetricsAreTaken) {
  EnterApi();
  const auto config =
      MakeConfig({0}, ACL_PROF_AICORE_METRICS, static_cast<aclprofAicoreMetrics>(200));
  EXPECT_EQ(aclprofStart(config.get()), 0);
}

TEST_F(StartOrder, AStartThatFailsInsideChangesNothing) {
  EnterApi();
  const Observed before = Observe();
  pipeline().FailStarts({StatusCode::kInternal, "no thread"});
  EXPECT_EQ(aclprofStart(MakeConfig({0, 1}).get()), 500005);
  EXPECT_NE(LastError().find("no thread"), std::string::npos);
  pipeline().FailStarts({StatusCode::kPermissionDenied, "/base: Permission denied"});
  EXPECT_EQ(aclprofStart(MakeConfig({0, 1}).get()), 100003);
  EXPECT_EQ(Observe(), before);
  pipeline().FailStarts({});
  EXPECT_EQ(aclprofStop(MakeConfig({0, 1}).get()), 100043);
  EXPECT_EQ(aclprofStart(MakeConfig({0, 1}).get()), 0);
}

TEST_F(SetConfigOrder, TypeOutOfRangeIs100000BeforeTheValue) {
  EXPECT_EQ(aclprofSetConfig(ACL_PROF_ARGS_MIN, nullptr, 999), 100000);
  EXPECT_EQ(aclprofSetConfig(ACL_PROF_ARGS_MAX, nullptr, 999), 100000);
  EXPECT_NE(LastError().find("configType 17"), std::string::npos);
}

TEST_F(SetConfigOrder, LengthAbove256Is100000BeforeTheMode) {
  EXPECT_EQ(Set(ACL_PROF_SYS_IO_FREQ, std::string(257, '1')), 100000);
}

TEST_F(SetConfigOrder, NullOrWrongLengthIs100000BeforeTheMode) {
  EXPECT_EQ(aclprofSetConfig(ACL_PROF_SYS_IO_FREQ, nullptr, 0), 100000);
  EXPECT_EQ(aclprofSetConfig(ACL_PROF_SYS_IO_FREQ, "50", 1), 100000);
  EXPECT_EQ(aclprofSetConfig(ACL_PROF_SYS_IO_FREQ, "50", 3), 100000);
}

TEST_F(SetConfigOrder, TheModeComesBeforeTheValue) {
  EXPECT_EQ(Set(ACL_PROF_SYS_IO_FREQ, "no number"), 100001);
}

TEST_F(SetConfigOrder, ARefusedValueIs100010AndLeavesTheFormerOne) {
  EnterApi();
  ASSERT_EQ(Set(ACL_PROF_STORAGE_LIMIT, "300MB"), 0);
  EXPECT_EQ(Set(ACL_PROF_STORAGE_LIMIT, "300"), 100010);
  EXPECT_EQ(LastError().substr(0, 6), "EK0003");
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(pipeline().session(0).options.storage_limit_bytes, 300u << 20);
}

TEST_F(SetConfigOrder, AnOptionThatThePlatformLacksIs100010) {
  aclprofx_runtime runtime = Runtime();
  runtime.unsupported_settings = 1ull << ACL_PROF_LOW_POWER_FREQ;
  ReplaceRuntime(runtime);
  EnterApi();
  EXPECT_EQ(Set(ACL_PROF_LOW_POWER_FREQ, "50"), 100010);
  EXPECT_EQ(Set(ACL_PROF_SYS_CPU_FREQ, "50"), 0);
}

TEST_F(CreateConfigRules, AListThatIsMissingIsRefused) {
  EXPECT_EQ(aclprofCreateConfig(nullptr, 1, ACL_AICORE_NONE, nullptr, kMask), nullptr);
  EXPECT_EQ(LastError().substr(0, 6), "EK0006");
}

TEST_F(CreateConfigRules, AicoreEventsAreRefused) {
  uint32_t device = 0;
  const auto* events = reinterpret_cast<const aclprofAicoreEvents*>(&device);
  EXPECT_EQ(aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, events, kMask), nullptr);
}

TEST_F(CreateConfigRules, MoreThan64DevicesAreRefused) {
  device_count_ = 100;
  std::vector<uint32_t> ids(65);
  for (uint32_t i = 0; i < ids.size(); ++i) ids[i] = i;
  EXPECT_EQ(MakeConfig(ids), nullptr);
  ids.pop_back();
  EXPECT_NE(MakeConfig(ids), nullptr);
}

TEST_F(CreateConfigRules, MoreDevicesThanThereAreAreRefused) {
  EXPECT_EQ(MakeConfig({0, 1, 2, 3, 3}), nullptr);
  EXPECT_NE(LastError().find("device count 4"), std::string::npos);
}

TEST_F(CreateConfigRules, AnIdThatDoesNotExistIsRefused) {
  EXPECT_EQ(MakeConfig({4}), nullptr);
  EXPECT_EQ(MakeConfig({UINT32_MAX}), nullptr);
  EXPECT_NE(MakeConfig({3}), nullptr);
}

TEST_F(CreateConfigRules, AnIdTwiceIsRefused) {
  EXPECT_EQ(MakeConfig({1, 0, 1}), nullptr);
  EXPECT_NE(LastError().find("device 1 is listed twice"), std::string::npos);
}

TEST_F(CreateConfigRules, NoDevicesAreForMsproftxOnly) {
  EXPECT_EQ(MakeConfig({}, kMask), nullptr);
  EXPECT_NE(MakeConfig({}, kMask | ACL_PROF_MSPROFTX), nullptr);
  const ConfigPointer host_alone(
      aclprofCreateConfig(nullptr, 0, ACL_AICORE_NONE, nullptr, ACL_PROF_MSPROFTX));
  EXPECT_NE(host_alone, nullptr);
}

TEST_F(CreateConfigRules, Mask0WithADeviceCollectsBasicData) {
  EnterApi();
  const auto config = MakeConfig({0}, 0);
  ASSERT_NE(config, nullptr);
  EXPECT_EQ(aclprofStart(config.get()), 0);
  EXPECT_EQ(pipeline().session(0).options.kinds, uint64_t{1} << ACLPROFX_KIND_MODEL_LOAD);
  EXPECT_EQ(aclprofStop(config.get()), 0);
}

struct Implied {
  uint64_t asked;
  uint64_t also;
};

// Stop takes what Start took, however it was spelt.
TEST_F(CreateConfigRules, LevelsImplyThoseBelow) {
  constexpr uint64_t kLevel1 = ACL_PROF_TASK_TIME | ACL_PROF_TASK_TIME_L0;
  constexpr uint64_t kLevel2 = kLevel1 | ACL_PROF_TASK_TIME_L2;
  constexpr Implied kTable[] = {{ACL_PROF_TASK_TIME, ACL_PROF_TASK_TIME_L0},
                                {ACL_PROF_TASK_TIME_L2, kLevel1},
                                {ACL_PROF_OP_ATTR, kLevel1},
                                {ACL_PROF_TASK_TIME_L3, kLevel2}};
  EnterApi();
  for (const auto& [asked, also] : kTable) {
    ASSERT_EQ(aclprofStart(MakeConfig({0}, asked).get()), 0);
    EXPECT_EQ(aclprofStop(MakeConfig({0}, asked | also).get()), 0) << asked;
  }
}

TEST_F(CreateConfigRules, WithoutARuntimeEveryDeviceBelow64Exists) {
  ASSERT_EQ(aclprofx_runtime_unregister(), 0);
  EXPECT_NE(MakeConfig({63}), nullptr);
  EXPECT_EQ(MakeConfig({64}), nullptr);
}

}  // namespace
}  // namespace aclprof
