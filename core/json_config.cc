#include "core/json_config.h"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "acl/acl_prof.h"
#include "core/base_directory.h"
#include "core/data_types.h"
#include "core/json_file.h"
#include "core/setting_rules.h"

namespace aclprof {
namespace {

using nlohmann::json;

constexpr const char* kSampleConfig = "PROFILER_SAMPLECONFIG";
constexpr int kMostCustomEvents = 10;
constexpr uint64_t kDefaultDataTypes =
    ACL_PROF_ACL_API | ACL_PROF_TASK_TIME | ACL_PROF_AICORE_METRICS | ACL_PROF_RUNTIME_API;
constexpr uint64_t kTaskTimes =
    ACL_PROF_TASK_TIME_L0 | ACL_PROF_TASK_TIME | ACL_PROF_TASK_TIME_L2 | ACL_PROF_TASK_TIME_L3;
constexpr uint64_t kGeApis = ACL_PROF_GE_API_L0 | ACL_PROF_GE_API_L1;

// A key whose words choose bits of the mask, out of `field`.
struct Choice {
  const char* key;
  const char* word;
  uint64_t field;
  uint64_t bits;
};

constexpr Choice kChoices[] = {
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
    {"task_tsfw", "on", 0, 0},
    {"task_tsfw", "off", 0, 0},
    {"instr_profiling", "on", 0, 0},
    {"instr_profiling", "off", 0, 0},
    {"task_time", "on", kTaskTimes, ACL_PROF_TASK_TIME},
    {"task_time", "off", kTaskTimes, 0},
    {"task_time", "l0", kTaskTimes, ACL_PROF_TASK_TIME_L0},
    {"task_time", "l1", kTaskTimes, ACL_PROF_TASK_TIME},
    {"task_time", "l2", kTaskTimes, ACL_PROF_TASK_TIME_L2},
    {"task_time", "l3", kTaskTimes, ACL_PROF_TASK_TIME_L3},
    {"ge_api", "off", kGeApis, 0},
    {"ge_api", "l0", kGeApis, ACL_PROF_GE_API_L0},
    {"ge_api", "l1", kGeApis, ACL_PROF_GE_API_L1},
};

ControlStatus Wrong(std::string_view key, const std::string& expectation, const json& value) {
  constexpr auto kReplaceBadUtf8 = json::error_handler_t::replace;
  return {ControlCode::kBadJsonItem, "profiler." + std::string(key) + " takes " + expectation +
                                         ", not " + value.dump(-1, ' ', false, kReplaceBadUtf8)};
}

// What the words of a key are; empty when no choice has that key.
std::string WordsOf(std::string_view key) {
  std::string words;
  for (const Choice& choice : kChoices) {
    if (choice.key == key) words += (words.empty() ? "one of " : ",") + std::string(choice.word);
  }
  return words;
}

// Goes through the items of `profiler` and gathers what they ask for.
class ProfilerItems {
 public:
  ProfilerItems(uint64_t unsupported, JsonConfig* config)
      : unsupported_(unsupported), config_(*config) {
    config_.collection.aicore_metrics = ACL_AICORE_PIPE_UTILIZATION;
  }

  ControlStatus Take(std::string key, const json& value) {
    if (key == "task_trace") key = "task_time";  // its old name
    if (key == "switch") return TakeSwitch(value);
    if (key == "output") return TakeOutput(value);
    if (key == "aic_metrics") return TakeMetrics(value);
    if (const std::string words = WordsOf(key); !words.empty()) return TakeWord(key, words, value);
    if (const SettingRule* rule = FindSettingRule(std::string_view(key)))
      return TakeSetting(*rule, value);
    return {ControlCode::kBadJsonItem, "profiler." + key + " is not a key that is known"};
  }

  // Counters are of level 1: where nothing or less is asked of tasks, aic_metrics has no effect.
  void Finish() {
    uint64_t all = WithImpliedDataTypes(data_types_);
    if (!(all & ACL_PROF_TASK_TIME)) all &= ~uint64_t{ACL_PROF_AICORE_METRICS};
    config_.collection.data_types = all;
  }

 private:
  ControlStatus TakeSwitch(const json& value) {
    if (!value.is_string()) return Wrong("switch", "one of on,off", value);
    config_.on = value == "on";
    return {};
  }

  ControlStatus TakeOutput(const json& value) {
    const bool good = value.is_string() &&
                      value.get_ref<const std::string&>().size() <= kMaxPathBytes &&
                      !FirstRefusedCharacter(value.get_ref<const std::string&>());
    if (!good) return Wrong("output", "a path without special characters", value);
    config_.output = value;
    return {};
  }

  ControlStatus TakeMetrics(const json& value) {
    const std::string name = value.is_string() ? value.get<std::string>() : "?";
    if (name.empty()) return {};
    if (IsCustomEventList(name, true, kMostCustomEvents)) {
      config_.collection.aicore_metrics = kCustomAicoreMetrics;
      config_.settings.Note("aic_metrics", name);
      return {};
    }
    const std::optional<uint32_t> group = AicoreMetricsOf(name);
    if (!group)
      return Wrong("aic_metrics", "the name of a counter group or Custom: and ids", value);
    config_.collection.aicore_metrics = *group;
    return {};
  }

  ControlStatus TakeWord(const std::string& key, const std::string& words, const json& value) {
    for (const Choice& choice : kChoices) {
      if (choice.key != key || value != choice.word) continue;
      data_types_ = (data_types_ & ~choice.field) | choice.bits;
      // No data type stands for it, so that this alone can tell.
      if (choice.field == 0 && value == "on") config_.settings.Note(key, "on");
      return {};
    }
    return Wrong(key, words, value);
  }

  ControlStatus TakeSetting(const SettingRule& rule, const json& value) {
    const bool right_type = rule.IsNumber() ? value.is_number_integer() : value.is_string();
    if (!right_type) return Wrong(rule.json_key, rule.Expectation(), value);
    const std::string text = rule.IsNumber() ? value.dump() : value.get<std::string>();
    if (!rule.Accepts(text)) return Wrong(rule.json_key, rule.Expectation(), value);
    if ((unsupported_ >> rule.type) & 1)
      return Wrong(rule.json_key, "nothing on this platform", value);
    config_.settings.Note(rule.json_key, text);
    return {};
  }

  const uint64_t unsupported_;
  JsonConfig& config_;
  uint64_t data_types_ = kDefaultDataTypes;
};

ControlStatus TakeProfiler(const json& root, uint64_t unsupported, JsonConfig* config) {
  const auto profiler = root.find("profiler");
  if (profiler == root.end()) return {};
  if (!profiler->is_object()) return {ControlCode::kBadJsonItem, "profiler takes a JSON object"};
  ProfilerItems items(unsupported, config);
  for (const auto& [key, value] : profiler->items()) {
    if (ControlStatus status = items.Take(key, value); !status.ok()) return status;
  }
  items.Finish();
  return {};
}

}  // namespace

CollectionConfig DefaultCollection() {
  return {{}, WithImpliedDataTypes(kDefaultDataTypes), ACL_AICORE_PIPE_UTILIZATION};
}

ControlStatus ParseJsonConfig(const std::string& text, const std::string& source,
                              uint64_t unsupported, JsonConfig* config) {
  json root;
  if (ControlStatus bad = ParseJsonText(text, source, &root); !bad.ok()) return bad;
  return TakeProfiler(root, unsupported, config);
}

ControlStatus ReadJsonConfig(const std::string& path, uint64_t unsupported, JsonConfig* config) {
  json root = json::object();
  if (!path.empty()) {
    if (ControlStatus bad = ReadJsonFile(path, &root); !bad.ok()) return bad;
  }
  const char* sample = std::getenv(kSampleConfig);
  if (sample != nullptr && *sample != '\0')
    return ParseJsonConfig(sample, kSampleConfig, unsupported, config);
  return TakeProfiler(root, unsupported, config);
}

}  // namespace aclprof
