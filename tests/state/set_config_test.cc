// The values that aclprofSetConfig takes and refuses, type by type.

#include "tests/state/state_test.h"

namespace aclprof {
namespace {

struct ValueRule {
  const char* name;
  int type;
  std::vector<std::string> taken;
  std::vector<std::string> refused;
  aclError code = 100010;
};

void PrintTo(const ValueRule& rule, std::ostream* out) { *out << rule.name; }

class SetConfigValues : public StateTest, public testing::WithParamInterface<ValueRule> {};

TEST_P(SetConfigValues, AreTakenAndRefusedAsTheTableSays) {
  EnterApi();
  for (const std::string& value : GetParam().taken)
    EXPECT_EQ(Set(GetParam().type, value), 0) << value;
  for (const std::string& value : GetParam().refused) {
    EXPECT_EQ(Set(GetParam().type, value), GetParam().code) << value;
    EXPECT_NE(LastError(), "") << value;
  }
}

const std::vector<std::string> kNoNumbers = {"",   "0",   "-1",  "+1", " 1",
                                             "1 ", "0.1", "1e1", "x",  "99999999999999999999"};

std::vector<std::string> And(std::vector<std::string> list, std::string more) {
  list.push_back(std::move(more));
  return list;
}

const ValueRule kValueRules[] = {
    {"StorageLimit",
     ACL_PROF_STORAGE_LIMIT,
     {"200MB", "250MB", "4294967295MB", ""},
     {"50", "MB", "10MB0", "100MB", "199MB", "4294967296MB", "8294967296MB", "-200MB", "200 MB",
      "200mb"}},
    {"Type2", 2, {}, {"50", ""}},
    {"SysHardwareMemFreq",
     ACL_PROF_SYS_HARDWARE_MEM_FREQ,
     {"1", "50", "100"},
     And(kNoNumbers, "101")},
    {"LlcMode",
     ACL_PROF_LLC_MODE,
     {"read", "write"},
     {"", "capacity", "bandwidth", "Read", "read,write"}},
    {"SysIoFreq", ACL_PROF_SYS_IO_FREQ, {"1", "100"}, And(kNoNumbers, "101")},
    {"SysInterconnectionFreq",
     ACL_PROF_SYS_INTERCONNECTION_FREQ,
     {"1", "50"},
     And(kNoNumbers, "51")},
    {"DvppFreq", ACL_PROF_DVPP_FREQ, {"1", "100"}, And(kNoNumbers, "101")},
    {"HostSys",
     ACL_PROF_HOST_SYS,
     {"cpu", "mem", "cpu,mem", "disk,network,osrt"},
     {"", "cpu,", ",cpu", "cpu, mem", "gpu"}},
    {"HostSysUsage", ACL_PROF_HOST_SYS_USAGE, {"cpu", "mem", "cpu,mem"}, {"", "disk", "cpu,disk"}},
    {"HostSysUsageFreq", ACL_PROF_HOST_SYS_USAGE_FREQ, {"1", "50"}, And(kNoNumbers, "51")},
    {"LowPowerFreq", ACL_PROF_LOW_POWER_FREQ, {"1", "100"}, And(kNoNumbers, "101")},
    {"SysMemServiceflow", ACL_PROF_SYS_MEM_SERVICEFLOW, {"aaa", "aaa,bbb"}, {"", ",", "a,,b"}},
    {"SysCpuFreq", ACL_PROF_SYS_CPU_FREQ, {"1", "50"}, And(kNoNumbers, "51")},
    {"Optype",
     ACL_PROF_OPTYPE,
     {"MatMul", "MatMul,Add", std::string(256, 'a')},
     {"", "MatMul,", ",", "a,,b"}},
    {"NtsMetrics",
     ACL_PROF_NTS_METRICS,
     {"PipeUtilization", "Custom:0", "Custom:1,2,3,4,5,6,7,8,9,65535"},
     {"", "Custom:", "Custom:65536", "Custom:1,", "Custom:1,2,3,4,5,6,7,8,9,10,11", "Custom:0x1",
      "Memory"},
     100000},
    {"Path", ACL_PROF_PATH, {"./", "/tmp/x"}, {"", "a;b", "a|b"}},
};

INSTANTIATE_TEST_SUITE_P(ByType, SetConfigValues, testing::ValuesIn(kValueRules),
                         [](const auto& rule) { return std::string(rule.param.name); });

using SettingEffects = StateTest;

TEST_F(SettingEffects, SystemSamplingAsksForSamples) {
  const ConfigPointer config = MakeConfig({0});
  for (const int type :
       {ACL_PROF_SYS_HARDWARE_MEM_FREQ, ACL_PROF_SYS_IO_FREQ, ACL_PROF_SYS_INTERCONNECTION_FREQ,
        ACL_PROF_DVPP_FREQ, ACL_PROF_LOW_POWER_FREQ, ACL_PROF_SYS_CPU_FREQ}) {
    EnterApi();
    ASSERT_EQ(Set(type, "50"), 0);
    ASSERT_EQ(aclprofStart(config.get()), 0);
    EXPECT_TRUE(pipeline().session(pipeline().started() - 1).options.kinds >> ACLPROFX_KIND_SAMPLE &
                1)
        << type;
    ASSERT_EQ(aclprofFinalize(), 0);
  }
}

// What only a device's runtime can make use of finds it there.
TEST_F(SettingEffects, EveryValueIsNotedForTheSession) {
  EnterApi();
  ASSERT_EQ(Set(ACL_PROF_LLC_MODE, "write"), 0);
  ASSERT_EQ(Set(ACL_PROF_SYS_MEM_SERVICEFLOW, "a,b"), 0);
  ASSERT_EQ(Set(ACL_PROF_NTS_METRICS, "PipeUtilization"), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_NE(pipeline().session(0).options.settings_json.find(
                R"("settings":{"ACL_PROF_NTS_METRICS":"PipeUtilization",)"
                R"("llc_profiling":"write","sys_mem_serviceflow":"a,b"})"),
            std::string::npos)
      << pipeline().session(0).options.settings_json;
}

TEST_F(SettingEffects, OptypeChoosesAmongOperators) {
  EnterApi();
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  ASSERT_EQ(Set(ACL_PROF_OPTYPE, "MatMul,Add"), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({1}).get()), 0);
  EXPECT_EQ(pipeline().session(0).options.op_types, "");
  EXPECT_EQ(pipeline().session(1).options.op_types, "MatMul,Add");
}

TEST_F(SettingEffects, Level0AloneLeavesOperatorsBare) {
  EnterApi();
  const uint64_t kLevels[] = {ACL_PROF_TASK_TIME_L0, ACL_PROF_TASK_TIME, ACL_PROF_OP_ATTR,
                              ACL_PROF_AICPU};
  for (uint32_t device = 0; device < 4; ++device) {
    ASSERT_EQ(aclprofStart(MakeConfig({device}, kLevels[device]).get()), 0);
    EXPECT_EQ(pipeline().session(static_cast<int>(device)).options.bare_operators, device == 0);
  }
}

TEST_F(SettingEffects, HostSamplingIsWhatTheListsSay) {
  EnterApi();
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_FALSE(pipeline().session(0).options.host.Any());
  ASSERT_EQ(Set(ACL_PROF_HOST_SYS, "disk,osrt,cpu"), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({1}).get()), 0);
  EXPECT_EQ(pipeline().session(1).options.host.sources, kProcessDisk | kProcessCpu);
  EXPECT_EQ(pipeline().session(1).options.host.hertz, 50u);
  ASSERT_EQ(Set(ACL_PROF_HOST_SYS, "mem,network"), 0);
  ASSERT_EQ(Set(ACL_PROF_HOST_SYS_USAGE, "cpu,mem"), 0);
  ASSERT_EQ(Set(ACL_PROF_HOST_SYS_USAGE_FREQ, "7"), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({2}).get()), 0);
  const HostSampling host = pipeline().session(2).options.host;
  EXPECT_EQ(host.sources, kProcessMemory | kNetwork | kHostCpu | kHostMemory);
  EXPECT_EQ(host.hertz, 7u);
}

TEST_F(SettingEffects, HostSamplingOfTheJson) {
  ASSERT_EQ(ConfigureOn(R"("host_sys": "mem", "host_sys_usage": "cpu", "host_sys_usage_freq": 5)"),
            0);
  const HostSampling host = pipeline().session(0).options.host;
  EXPECT_EQ(host.sources, kProcessMemory | kHostCpu);
  EXPECT_EQ(host.hertz, 5u);
}

TEST_F(SettingEffects, AnEmptyStorageLimitTakesTheFormerOneBack) {
  EnterApi();
  ASSERT_EQ(Set(ACL_PROF_STORAGE_LIMIT, "200MB"), 0);
  ASSERT_EQ(Set(ACL_PROF_STORAGE_LIMIT, ""), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(pipeline().session(0).options.storage_limit_bytes, 0u);
}

TEST_F(SettingEffects, TheSessionIsToldWhatWasAskedFor) {
  EnterApi();
  ASSERT_EQ(Set(ACL_PROF_HOST_SYS, "cpu,mem"), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({1}, ACL_PROF_TASK_TIME).get()), 0);
  EXPECT_EQ(pipeline().session(0).options.mode, "api");
  EXPECT_EQ(
      pipeline().session(0).options.settings_json,
      R"({"aic_metrics":"PipeUtilization","data_type_mask":4611686018427389954,)"
      R"("data_types":"task_time,task_time_l0","devices":[1],"settings":{"host_sys":"cpu,mem"}})");
}

}  // namespace
}  // namespace aclprof
