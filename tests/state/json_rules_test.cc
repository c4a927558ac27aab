// The configuration file of aclInit, section 8: through aclprofx_runtime_configure, which a runtime's aclInit calls.

#include <sys/stat.h>

#include "tests/state/state_test.h"
#include "tests/support/child_process.h"

namespace aclprof {
namespace {

using JsonFile = StateTest;
using JsonProfiler = StateTest;
using JsonSession = StateTest;

std::string Nested(char open, char close, int depth) {
  return std::string(static_cast<size_t>(depth), open) +
         std::string(static_cast<size_t>(depth), close);
}

TEST_F(JsonFile, NullAndTheEmptyNameMeanDefaults) {
  EXPECT_EQ(aclprofx_runtime_configure(nullptr), 0);
  ASSERT_EQ(aclprofx_runtime_finalize(1), 0);
  EXPECT_EQ(aclprofx_runtime_configure(""), 0);
  EXPECT_EQ(pipeline().started(), 0);
}

TEST_F(JsonFile, AMissingFileIs100003) {
  EXPECT_EQ(aclprofx_runtime_configure(Below("none.json").c_str()), 100003);
  const std::string text = LastError();
  EXPECT_EQ(text.substr(0, 6), "EK0003");
  EXPECT_NE(text.find("none.json"), std::string::npos);
}

TEST_F(JsonFile, SomethingThatIsNoRegularFileIs100003) {
  EXPECT_EQ(aclprofx_runtime_configure(base().c_str()), 100003);
  ASSERT_EQ(::mkfifo(Below("fifo").c_str(), 0600), 0);
  EXPECT_EQ(aclprofx_runtime_configure(Below("fifo").c_str()), 100003);
}

TEST_F(JsonFile, ThePathIsResolved) {
  std::filesystem::create_directory(Below("folder"));
  WriteFile(Below("config.json"), "{}");
  std::filesystem::create_symlink("config.json", Below("link.json"));
  EXPECT_EQ(aclprofx_runtime_configure(Below("folder/../link.json").c_str()), 0);
  ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  std::filesystem::remove(Below("config.json"));
  EXPECT_EQ(aclprofx_runtime_configure(Below("link.json").c_str()), 100003);
}

TEST_F(JsonFile, AnUnreadableFileIs100003) {
  WriteFile(Below("secret.json"), "{}");
  std::filesystem::permissions(base(), std::filesystem::perms(0755));
  std::filesystem::permissions(Below("secret.json"), std::filesystem::perms(0600));
  EXPECT_EQ(RunUnprivileged([this] {
              return aclprofx_runtime_configure(Below("secret.json").c_str()) == 100003 ? 0 : 1;
            }),
            0);
}

TEST_F(JsonFile, Above10MebibytesIs100003) {
  const size_t limit = 10u << 20;
  EXPECT_EQ(Configure("{}" + std::string(limit - 2, ' ')), 0);
  ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  EXPECT_EQ(Configure("{}" + std::string(limit - 1, ' ')), 100003);
}

// A regular file whose size is said to be 0 and that has no end to speak of.
TEST_F(JsonFile, AFileThatDoesNotSayItsSizeIsReadNoFurtherThan10Mebibytes) {
  constexpr char kEndless[] = "/proc/self/pagemap";
  if (!std::filesystem::exists(kEndless)) GTEST_SKIP() << "this kernel has none";
  EXPECT_EQ(aclprofx_runtime_configure(kEndless), 100003);
  EXPECT_NE(LastError().find("larger than 10 MiB"), std::string::npos);
}

TEST_F(JsonFile, NestingOfObjectsAbove10Is100006) {
  std::string deep = "1";
  for (int i = 0; i < 10; ++i) deep = "{\"a\":" + deep + "}";
  EXPECT_EQ(Configure(deep), 0);
  ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  EXPECT_EQ(Configure("{\"a\":" + deep + "}"), 100006);
}

// Each object in an array once cost a look at all before it.
TEST_F(JsonFile, ManyObjectsInAnArrayAreRefusedSoon) {
  std::string objects = "{\"profiler\": {\"aicpu\": [{}";
  while (objects.size() < (9u << 20)) objects += ",{}";
  alarm(30);
  EXPECT_EQ(Configure(objects + "]}}"), 100000);
  alarm(0);
}

TEST_F(JsonFile, NestingOfArraysAbove10Is100006) {
  EXPECT_EQ(Configure("{\"a\":" + Nested('[', ']', 10) + "}"), 0);
  ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  EXPECT_EQ(Configure("{\"a\":" + Nested('[', ']', 11) + "}"), 100006);
  EXPECT_EQ(Configure("{\"a\":" + std::string(1000000, '[')), 100006);
}

TEST_F(JsonFile, TextThatIsNoJsonIs100006AndNamesThePlace) {
  EXPECT_EQ(Configure("{\"profiler\": {"), 100006);
  const std::string text = LastError();
  EXPECT_NE(text.find("config.json"), std::string::npos) << text;
  EXPECT_NE(text.find("column"), std::string::npos) << text;
  EXPECT_EQ(Configure("[]"), 100006);
  EXPECT_EQ(Configure(std::string("{\"a\": \"\xFF\"}")), 100006);
}

TEST_F(JsonFile, AnEmptyFileAndAnEmptyObjectAreFine) {
  EXPECT_EQ(Configure(""), 0);
  ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  EXPECT_EQ(Configure("{}"), 0);
}

TEST_F(JsonFile, ASecondConfigureIs100002) {
  ASSERT_EQ(Configure("{}"), 0);
  const Observed before = Observe();
  EXPECT_EQ(ConfigureOn(), 100002);
  EXPECT_EQ(pipeline().started(), before.started);
}

TEST_F(JsonFile, AFailedConfigureMayBeFollowedByAGoodOne) {
  EXPECT_EQ(Configure("{"), 100006);
  EXPECT_EQ(aclprofx_runtime_finalize(1), 100037);
  EXPECT_EQ(ConfigureOn(), 0);
}

TEST_F(JsonProfiler, NoProfilerMemberMeansNoProfiling) {
  EXPECT_EQ(Configure(R"({"dump": {"dump_path": "x"}})"), 0);
  EXPECT_EQ(pipeline().started(), 0);
  EXPECT_EQ(Init(), 0);
}

TEST_F(JsonProfiler, ASwitchThatIsNotOnMeansNoProfiling) {
  for (const char* profiler : {"{}", R"({"switch": "off"})", R"({"switch": "ON"})"}) {
    EXPECT_EQ(Configure(std::string("{\"profiler\": ") + profiler + "}"), 0) << profiler;
    ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  }
  EXPECT_EQ(pipeline().started(), 0);
}

TEST_F(JsonProfiler, OtherKeysAreCheckedAlsoWhenOff) {
  EXPECT_EQ(Configure(R"({"profiler": {"switch": "off", "aicpu": "maybe"}})"), 100000);
  EXPECT_EQ(Configure(R"({"profiler": {"sys_io_sampling_freq": 101}})"), 100000);
}

TEST_F(JsonProfiler, AnythingWrongIs100000AndNothingIsCollected) {
  const char* const wrong[] = {
      R"("unknown": "on")",
      R"("switch": 1)",
      R"("aicpu": true)",
      R"("l2": "yes")",
      R"("storage_limit": 300)",
      R"("storage_limit": "199MB")",
      R"("aic_metrics": "Pipe")",
      R"("aic_metrics": 1)",
      R"("aic_metrics": "Custom:")",
      R"("task_time": "l4")",
      R"("ge_api": "L1")",
      R"("ge_api": "on")",
      R"("sys_lp_freq": "100")",
      R"("sys_cpu_freq": 51)",
      R"("sys_cpu_freq": 0)",
      R"("sys_cpu_freq": -1)",
      R"("sys_cpu_freq": 1.5)",
      R"("sys_cpu_freq": 18446744073709551616)",
      R"("host_sys": "gpu")",
      R"("host_sys": 1)",
      R"("host_sys_usage": "disk")",
      R"("host_sys_usage_freq": 51)",
      R"("llc_profiling": "both")",
      R"("instr_profiling_freq": 299)",
      R"("instr_profiling_freq": 30001)",
      R"("dvpp_freq": null)",
      R"("sys_mem_serviceflow": "")",
      R"("optype": ["MatMul"])",
      R"("output": 5)",
      R"("Switch": "on")",
  };
  for (const char* item : wrong) {
    EXPECT_EQ(ConfigureOn(item), 100000) << item;
    EXPECT_EQ(LastError().substr(0, 6), "EK0003") << item;
  }
  EXPECT_EQ(Configure(R"({"profiler": "on"})"), 100000);
  EXPECT_EQ(pipeline().started(), 0);
  EXPECT_EQ(Init(), 0) << "the mode stayed OFF";
}

TEST_F(JsonProfiler, AnOptionThatThePlatformLacksIs100000) {
  aclprofx_runtime runtime = Runtime();
  runtime.unsupported_settings = 1ull << ACL_PROF_LOW_POWER_FREQ;
  ReplaceRuntime(runtime);
  EXPECT_EQ(ConfigureOn(R"("sys_lp_freq": 100)"), 100000);
}

TEST_F(JsonProfiler, EveryKeyOfTheTableIsTaken) {
  EXPECT_EQ(ConfigureOn(R"(
      "storage_limit": "1000MB", "aic_metrics": "Memory", "aicpu": "on", "l2": "on", "hccl": "on",
      "msproftx": "on", "task_memory": "on", "task_tsfw": "on", "instr_profiling": "on",
      "ascendcl": "on", "runtime_api": "on", "task_time": "l2", "ge_api": "l1",
      "sys_hardware_mem_freq": 100, "llc_profiling": "read", "sys_io_sampling_freq": 100,
      "sys_interconnection_freq": 50, "dvpp_freq": 100, "sys_cpu_freq": 50, "sys_lp_freq": 100,
      "sys_mem_serviceflow": "a,b", "host_sys": "cpu,mem,disk,network,osrt,numa",
      "host_sys_usage": "cpu,mem", "host_sys_usage_freq": 50, "instr_profiling_freq": 300,
      "optype": "MatMul,Add", "scale": "x", "task_block": "all")"),
            0)
      << LastError();
  EXPECT_EQ(pipeline().session(0).options.storage_limit_bytes, 1000u << 20);
  EXPECT_NE(pipeline().session(0).options.settings_json.find(R"("aic_metrics":"Memory")"),
            std::string::npos);
}

TEST_F(JsonProfiler, TaskTraceIsTheOldNameOfTaskTime) {
  EXPECT_EQ(ConfigureOn(R"("task_trace": "off")"), 0);
  EXPECT_FALSE(pipeline().session(0).options.kinds >> ACLPROFX_KIND_TASK & 1);
}

TEST_F(JsonProfiler, TheDefaultsAreCallsTasksCountersAndRuntime) {
  ASSERT_EQ(ConfigureOn(), 0);
  EXPECT_NE(pipeline().session(0).options.settings_json.find(
                R"("data_types":"acl_api,task_time,aicore_metrics,runtime_api,task_time_l0")"),
            std::string::npos)
      << pipeline().session(0).options.settings_json;
  EXPECT_NE(pipeline().session(0).options.settings_json.find(R"("aic_metrics":"PipeUtilization")"),
            std::string::npos);
}

struct TaskTime {
  const char* word;
  uint64_t bits;
};

TEST_F(JsonProfiler, TaskTimeChoosesTheLevel) {
  constexpr uint64_t kLevel0 = ACL_PROF_TASK_TIME_L0;
  constexpr uint64_t kLevel1 = kLevel0 | ACL_PROF_TASK_TIME;
  constexpr uint64_t kLevel2 = kLevel1 | ACL_PROF_TASK_TIME_L2;
  constexpr TaskTime kWords[] = {{"off", 0},      {"l0", kLevel0},
                                 {"on", kLevel1}, {"l1", kLevel1},
                                 {"l2", kLevel2}, {"l3", kLevel2 | ACL_PROF_TASK_TIME_L3}};
  for (const TaskTime& level : kWords) {
    ASSERT_EQ(ConfigureOn(std::string("\"task_time\": \"") + level.word + "\""), 0);
    const uint64_t all = ACL_PROF_TASK_TIME_L3 | kLevel2;
    EXPECT_EQ(Observe().data_types & all, level.bits) << level.word;
    ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  }
}

TEST_F(JsonProfiler, CustomCounterEventsAreTaken) {
  EXPECT_EQ(ConfigureOn(R"("aic_metrics": "Custom:0x49,0x8,21")"), 0);
  EXPECT_NE(pipeline().session(0).options.settings_json.find("Custom:0x49,0x8,21"),
            std::string::npos);
}

TEST_F(JsonProfiler, SampleConfigGoesBeforeTheFile) {
  const ScopedVariable sample("PROFILER_SAMPLECONFIG", R"({"profiler": {"switch": "off"}})");
  EXPECT_EQ(ConfigureOn(), 0);
  EXPECT_EQ(pipeline().started(), 0);
}

TEST_F(JsonProfiler, SampleConfigSwitchesOnWithoutAFile) {
  const std::string text = R"({"profiler": {"switch": "on", "output": ")" + base() + "\"}}";
  const ScopedVariable sample("PROFILER_SAMPLECONFIG", text.c_str());
  EXPECT_EQ(aclprofx_runtime_configure(nullptr), 0);
  EXPECT_EQ(pipeline().running(), 1);
}

TEST_F(JsonProfiler, AWrongSampleConfigFails) {
  const ScopedVariable sample("PROFILER_SAMPLECONFIG", "{");
  EXPECT_EQ(aclprofx_runtime_configure(nullptr), 100006);
  EXPECT_NE(LastError().find("PROFILER_SAMPLECONFIG"), std::string::npos);
}

// They are for frameworks, which collect through the API.
TEST_F(JsonProfiler, TheVariablesOfFrameworksStartNothing) {
  const ScopedVariable mode("PROFILING_MODE", "true");
  const ScopedVariable options("PROFILING_OPTIONS", R"({"output": "/tmp", "task_trace": "on"})");
  EXPECT_EQ(aclprofx_runtime_configure(nullptr), 0);
  EXPECT_EQ(pipeline().started(), 0);
  EXPECT_EQ(Init(), 0);
}

TEST_F(JsonSession, OneSessionThatDevicesJoinWhenTheyAreSet) {
  ASSERT_EQ(ConfigureOn(), 0);
  EXPECT_EQ(pipeline().session(0).options.mode, "cmd");
  EXPECT_TRUE(pipeline().session(0).options.devices.empty());
  EXPECT_EQ(aclprofx_runtime_device_up(2), 0);
  EXPECT_EQ(aclprofx_runtime_device_up(0), 0);
  EXPECT_EQ(pipeline().session(0).joined, (std::vector<int32_t>{2, 0}));
  aclprofx_collection now{};
  now.size_bytes = sizeof(now);
  ASSERT_EQ(aclprofx_runtime_collection(2, &now), 0);
  EXPECT_EQ(now.aicore_metrics, static_cast<uint32_t>(ACL_AICORE_PIPE_UTILIZATION));
}

TEST_F(JsonSession, ADeviceThatIsResetAndSetAgainStaysInTheSession) {
  ASSERT_EQ(ConfigureOn(), 0);
  ASSERT_EQ(aclprofx_runtime_device_up(1), 0);
  EXPECT_EQ(aclprofx_runtime_device_down(1), 0);
  EXPECT_EQ(aclprofx_runtime_device_up(1), 0);
  EXPECT_EQ(pipeline().session(0).joined, (std::vector<int32_t>{1}));
}

TEST_F(JsonSession, DevicesThatAreUpAlreadyAreInFromTheStart) {
  ASSERT_EQ(aclprofx_runtime_device_up(3), 0);
  ASSERT_EQ(ConfigureOn(), 0);
  EXPECT_EQ(pipeline().session(0).options.devices, (std::vector<int32_t>{3}));
}

TEST_F(JsonSession, ADeviceThatCantJoinIs500005AndMayTryAgain) {
  ASSERT_EQ(ConfigureOn(), 0);
  pipeline().FailJoins({StatusCode::kIoError, "disk"});
  EXPECT_EQ(aclprofx_runtime_device_up(1), 500005);
  pipeline().FailJoins({});
  EXPECT_EQ(aclprofx_runtime_device_up(1), 0);
  EXPECT_EQ(pipeline().session(0).joined, (std::vector<int32_t>{1}));
}

TEST_F(JsonSession, FinalizeEndsItAndTheRunIsComplete) {
  ASSERT_EQ(ConfigureOn(), 0);
  EXPECT_EQ(aclprofx_runtime_finalize(1), 0);
  EXPECT_EQ(pipeline().running(), 0);
  EXPECT_EQ(pipeline().completions(), 1);
  EXPECT_EQ(pipeline().shutdowns(), 1);
  EXPECT_EQ(aclprofx_runtime_finalize(1), 100037);
}

TEST_F(JsonSession, ADegradedEndIsNoCompleteRun) {
  ASSERT_EQ(ConfigureOn(), 0);
  pipeline().AnswerStops(StopOutcome::kDegraded);
  EXPECT_EQ(aclprofx_runtime_finalize(1), 100004);
  EXPECT_EQ(pipeline().completions(), 0);
  EXPECT_EQ(aclprofx_runtime_configure(nullptr), 0) << "finalized all the same";
}

TEST_F(JsonSession, TheSwitchOnWithinAclprofInitIs100042AndDisturbsNobody) {
  EnterApi();
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(ConfigureOn(), 100042);
  EXPECT_EQ(LastError().substr(0, 6), "EK0007");
  EXPECT_EQ(pipeline().started(), 1);
  EXPECT_EQ(pipeline().running(), 1);
  EXPECT_EQ(aclprofx_runtime_configure(nullptr), 0);
}

TEST_F(JsonSession, ASessionThatCantStartFailsTheConfigure) {
  pipeline().FailStarts({StatusCode::kResourceExhausted, "no thread"});
  EXPECT_EQ(ConfigureOn(), 500005);
  EXPECT_EQ(aclprofx_runtime_finalize(1), 100037);
  EXPECT_EQ(Init(), 0);
}

}  // namespace
}  // namespace aclprof
