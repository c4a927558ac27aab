// The keys of aclInit's JSON, one by one: what each takes and refuses, and what it asks of the session.

#include "tests/state/state_test.h"

namespace aclprof {
namespace {

// Values as they stand in the file.
struct KeyRule {
  const char* key;
  std::vector<std::string> taken;
  std::vector<std::string> refused;
};

void PrintTo(const KeyRule& rule, std::ostream* out) { *out << rule.key; }

std::string Item(const std::string& key, const std::string& value) {
  return "\"" + key + "\": " + value;
}

class JsonKeys : public StateTest, public testing::WithParamInterface<KeyRule> {};

TEST_P(JsonKeys, AreTakenAndRefusedAsTheTableSays) {
  const KeyRule& rule = GetParam();
  for (const std::string& value : rule.taken) {
    EXPECT_EQ(ConfigureOn(Item(rule.key, value)), 0) << value << ": " << LastError();
    ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  }
  const int started = pipeline().started();
  for (const std::string& value : rule.refused) {
    EXPECT_EQ(ConfigureOn(Item(rule.key, value)), 100000) << value;
    const std::string text = LastError();
    EXPECT_EQ(text.substr(0, 6), "EK0003") << value;
    EXPECT_NE(text.find(rule.key), std::string::npos) << text;
  }
  EXPECT_EQ(pipeline().started(), started);
}

using Values = std::vector<std::string>;

// Of every other type than text or numbers.
const Values kNeither = {"true", "null", "[]", "{}"};

Values And(Values list, const Values& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

KeyRule Words(const char* key, const Values& words, const Values& refused) {
  Values taken;
  for (const std::string& word : words) taken.push_back('"' + word + '"');
  return {key, taken, And(And(kNeither, {"1", "\"maybe\"", "\"On\"", "\" \""}), refused)};
}

KeyRule OnOff(const char* key) { return Words(key, {"on", "off"}, {"\"\"", "\"on,off\""}); }

KeyRule Number(const char* key, int low, int high) {
  return {key,
          {std::to_string(low), std::to_string(high)},
          And(kNeither, {std::to_string(low - 1), std::to_string(high + 1), "-1", "1.5", "1e1",
                         "18446744073709551617", '"' + std::to_string(low) + '"', "\"\""})};
}

const Values kNoText = And(kNeither, {"1"});

const KeyRule kKeyRules[] = {
    {"switch", {"\"on\"", "\"off\"", "\"\"", "\"ON\""}, kNoText},
    {"storage_limit",
     {"\"200MB\"", "\"4294967295MB\"", "\"\""},
     And(kNoText, {"\"199MB\"", "\"4294967296MB\"", "\"200\"", "\"MB\"", "\"200mb\"", "\"-200MB\"",
                   "\"10MB0\"", "\"200 MB\""})},
    {"aic_metrics",
     {"\"ArithmeticUtilization\"", "\"PipeUtilization\"", "\"Memory\"", "\"MemoryL0\"",
      "\"ResourceConflictRatio\"", "\"MemoryUB\"", "\"L2Cache\"", "\"PipelineExecuteUtilization\"",
      "\"MemoryAccess\"", "\"Custom:0x49,0x8\"", "\"Custom:73\"", "\"\""},
     And(kNoText, {"\"Pipe\"", "\"memory\"", "\"Custom\"", "\"Custom:\"", "\"Custom:0x\"",
                   "\"Custom:1,\"", "\"Custom:65536\"", "\"Custom:1,2,3,4,5,6,7,8,9,10,11\""})},
    OnOff("aicpu"),
    OnOff("l2"),
    OnOff("hccl"),
    OnOff("msproftx"),
    OnOff("task_memory"),
    OnOff("task_tsfw"),
    OnOff("instr_profiling"),
    OnOff("ascendcl"),
    OnOff("runtime_api"),
    Words("task_time", {"on", "off", "l0", "l1", "l2", "l3"}, {"\"\"", "\"L1\"", "\"l4\""}),
    Words("ge_api", {"off", "l0", "l1"}, {"\"\"", "\"on\"", "\"L0\"", "\"L1\"", "\"l2\""}),
    Number("sys_hardware_mem_freq", 1, 100),
    Words("llc_profiling", {"read", "write"}, {"\"\"", "\"capacity\"", "\"read,write\""}),
    Number("sys_io_sampling_freq", 1, 100),
    Number("sys_interconnection_freq", 1, 50),
    Number("dvpp_freq", 1, 100),
    Number("sys_cpu_freq", 1, 50),
    Number("sys_lp_freq", 1, 100),
    {"sys_mem_serviceflow", {"\"a\"", "\"a,b\""}, And(kNoText, {"\"\"", "\",\"", "\"a,,b\""})},
    {"host_sys",
     {"\"cpu\"", "\"mem\"", "\"cpu,mem,disk,network,osrt,numa\""},
     And(kNoText, {"\"\"", "\"gpu\"", "\"cpu,\"", "\"cpu, mem\""})},
    {"host_sys_usage",
     {"\"cpu\"", "\"mem\"", "\"mem,cpu\""},
     And(kNoText, {"\"\"", "\"disk\"", "\"cpu,\""})},
    Number("host_sys_usage_freq", 1, 50),
    Number("instr_profiling_freq", 300, 30000),
    {"optype", {"\"MatMul\"", "\"MatMul,Add\""}, And(kNoText, {"\"\"", "\",\"", "\"MatMul,\""})},
    {"scale", {"\"x\""}, And(kNoText, {"\"\""})},
    Words("task_block", {"off", "all"}, {"\"\"", "\"on\""}),
};

INSTANTIATE_TEST_SUITE_P(ByKey, JsonKeys, testing::ValuesIn(kKeyRules),
                         [](const auto& rule) { return std::string(rule.param.key); });

using JsonEffects = StateTest;

struct WordEffect {
  const char* key;
  const char* word;
  uint64_t field;
  uint64_t bits;
};

constexpr uint64_t kLevel0 = ACL_PROF_TASK_TIME_L0;
constexpr uint64_t kLevel1 = kLevel0 | ACL_PROF_TASK_TIME;
constexpr uint64_t kLevel2 = kLevel1 | ACL_PROF_TASK_TIME_L2;
constexpr uint64_t kLevels = kLevel2 | ACL_PROF_TASK_TIME_L3;
constexpr uint64_t kGeApis = ACL_PROF_GE_API_L0 | ACL_PROF_GE_API_L1;

TEST_F(JsonEffects, AWordChoosesItsDataTypes) {
  constexpr WordEffect kEffects[] = {
      {"ascendcl", "on", ACL_PROF_ACL_API, ACL_PROF_ACL_API},
      {"ascendcl", "off", ACL_PROF_ACL_API, 0},
      {"runtime_api", "on", ACL_PROF_RUNTIME_API, ACL_PROF_RUNTIME_API},
      {"runtime_api", "off", ACL_PROF_RUNTIME_API, 0},
      {"aicpu", "on", ACL_PROF_AICPU, ACL_PROF_AICPU},
      {"aicpu", "off", ACL_PROF_AICPU, 0},
      {"l2", "on", ACL_PROF_L2CACHE, ACL_PROF_L2CACHE},
      {"l2", "off", ACL_PROF_L2CACHE, 0},
      {"hccl", "on", ACL_PROF_HCCL_TRACE, ACL_PROF_HCCL_TRACE},
      {"hccl", "off", ACL_PROF_HCCL_TRACE, 0},
      {"msproftx", "on", ACL_PROF_MSPROFTX, ACL_PROF_MSPROFTX},
      {"msproftx", "off", ACL_PROF_MSPROFTX, 0},
      {"task_memory", "on", ACL_PROF_TASK_MEMORY, ACL_PROF_TASK_MEMORY},
      {"task_memory", "off", ACL_PROF_TASK_MEMORY, 0},
      {"task_time", "off", kLevels, 0},
      {"task_time", "l0", kLevels, kLevel0},
      {"task_time", "l1", kLevels, kLevel1},
      {"task_time", "on", kLevels, kLevel1},
      {"task_time", "l2", kLevels, kLevel2},
      {"task_time", "l3", kLevels, kLevels},
      {"ge_api", "off", kGeApis, 0},
      {"ge_api", "l0", kGeApis, ACL_PROF_GE_API_L0},
      {"ge_api", "l1", kGeApis, ACL_PROF_GE_API_L1},
  };
  for (const WordEffect& effect : kEffects) {
    ASSERT_EQ(ConfigureOn(Item(effect.key, '"' + std::string(effect.word) + '"')), 0);
    EXPECT_EQ(Observe().data_types & effect.field, effect.bits) << effect.key << effect.word;
    ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  }
}

std::string SettingsOf(FakePipeline& pipeline) {
  return pipeline.session(pipeline.started() - 1).options.settings_json;
}

TEST_F(JsonEffects, TheNameOfAGroupChoosesIt) {
  constexpr const char* kGroups[] = {
      "ArithmeticUtilization", "PipeUtilization", "Memory",  "MemoryL0",
      "ResourceConflictRatio", "MemoryUB",        "L2Cache", "PipelineExecuteUtilization",
      "MemoryAccess"};
  for (uint32_t number = 0; number < std::size(kGroups); ++number) {
    ASSERT_EQ(aclprofx_runtime_device_up(0), 0);
    ASSERT_EQ(ConfigureOn(Item("aic_metrics", '"' + std::string(kGroups[number]) + '"')), 0);
    aclprofx_collection now{};
    now.size_bytes = sizeof(now);
    ASSERT_EQ(aclprofx_runtime_collection(0, &now), 0);
    EXPECT_EQ(now.aicore_metrics, number);
    ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  }
  ASSERT_EQ(ConfigureOn(Item("aic_metrics", "\"\"")), 0);
  EXPECT_NE(SettingsOf(pipeline()).find(R"("aic_metrics":"PipeUtilization")"), std::string::npos);
}

TEST_F(JsonEffects, CountersNeedLevel1) {
  for (const char* level : {"off", "l0", "l1", "l2"}) {
    ASSERT_EQ(ConfigureOn(Item("task_time", '"' + std::string(level) + '"')), 0);
    const bool counted =
        pipeline().session(pipeline().started() - 1).options.kinds >> ACLPROFX_KIND_PMU & 1;
    EXPECT_EQ(counted, std::string(level) >= "l1" && std::string(level) != "off") << level;
    ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  }
}

TEST_F(JsonEffects, WithoutThemNothingIsLimitedOrSampled) {
  ASSERT_EQ(ConfigureOn(), 0);
  const SessionOptions options = pipeline().session(0).options;
  EXPECT_EQ(options.storage_limit_bytes, 0u);
  EXPECT_FALSE(options.host.Any());
  EXPECT_EQ(options.host.hertz, 50u);
  EXPECT_FALSE(options.kinds >> ACLPROFX_KIND_SAMPLE & 1);
  EXPECT_NE(options.settings_json.find(R"("settings":{})"), std::string::npos);
}

TEST_F(JsonEffects, AFrequencyAsksForSamples) {
  for (const char* key : {"sys_hardware_mem_freq", "sys_io_sampling_freq",
                          "sys_interconnection_freq", "dvpp_freq", "sys_cpu_freq", "sys_lp_freq"}) {
    ASSERT_EQ(ConfigureOn(Item(key, "10")), 0);
    const SessionOptions options = pipeline().session(pipeline().started() - 1).options;
    EXPECT_TRUE(options.kinds >> ACLPROFX_KIND_SAMPLE & 1) << key;
    EXPECT_NE(options.settings_json.find('"' + std::string(key) + R"(":"10")"), std::string::npos);
    ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  }
}

}  // namespace
}  // namespace aclprof
