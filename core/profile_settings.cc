#include "core/profile_settings.h"

#include <nlohmann/json.hpp>

#include "aclprof/producer.h"
#include "core/data_types.h"
#include "core/setting_rules.h"

namespace aclprof {
namespace {

constexpr const char* kSystemSampling[] = {
    "sys_hardware_mem_freq",
    "sys_io_sampling_freq",
    "sys_interconnection_freq",
    "dvpp_freq",
    "host_sys",
    "host_sys_usage",
    "sys_lp_freq",
    "sys_cpu_freq",
};

struct HostSourceWord {
  const char* setting;
  const char* word;
  HostSource source;
};
constexpr HostSourceWord kHostSources[] = {
    {"host_sys", "cpu", kProcessCpu},    {"host_sys", "mem", kProcessMemory},
    {"host_sys", "disk", kProcessDisk},  {"host_sys", "network", kNetwork},
    {"host_sys_usage", "cpu", kHostCpu}, {"host_sys_usage", "mem", kHostMemory},
};

const char* NameInInfo(const SettingRule& rule) {
  return rule.json_key != nullptr ? rule.json_key : rule.name;
}

ControlCode CodeOfBadValue(const SettingRule& rule) {
  return rule.form == SettingRule::Form::kNtsMetrics ? ControlCode::kBadArgument
                                                     : ControlCode::kBadSetting;
}

nlohmann::json AsJson(const CollectionConfig& config) {
  const char* metrics = AicoreMetricsName(config.aicore_metrics);
  return {{"devices", config.devices},
          {"data_types", DataTypeNames(config.data_types)},
          {"data_type_mask", config.data_types},
          {"aic_metrics", metrics != nullptr ? metrics : "none"}};
}

}  // namespace

ControlStatus ProfileSettings::Set(int type, std::string_view value, uint64_t unsupported) {
  const SettingRule* rule = FindSettingRule(type);
  if (rule == nullptr)
    return {ControlCode::kBadSetting, "option " + std::to_string(type) + " is not in use"};
  if ((unsupported >> type) & 1)
    return {ControlCode::kBadSetting, std::string(rule->name) + " is not offered by this platform"};
  if (!rule->Accepts(value)) {
    return {CodeOfBadValue(*rule), std::string(rule->name) + " takes " + rule->Expectation() +
                                       ", not \"" + std::string(value) + "\""};
  }
  Note(NameInInfo(*rule), value);
  return {};
}

std::optional<std::string> ProfileSettings::ValueOf(const std::string& name) const {
  const auto found = values_.find(name);
  return found != values_.end() ? std::optional(found->second) : std::nullopt;
}

bool ProfileSettings::SamplesTheSystem() const {
  for (const char* name : kSystemSampling) {
    if (values_.contains(name)) return true;
  }
  return false;
}

HostSampling ProfileSettings::HostSamplesWanted() const {
  HostSampling wanted;
  for (const auto& [setting, word, source] : kHostSources) {
    const std::string words = "," + ValueOf(setting).value_or("") + ",";
    if (words.find(std::string(",") + word + ",") != std::string::npos) wanted.sources |= source;
  }
  if (const auto hertz = ValueOf("host_sys_usage_freq"))
    wanted.hertz = static_cast<uint32_t>(std::stoul(*hertz));
  return wanted;
}

SessionOptions ProfileSettings::OptionsFor(const CollectionConfig& config,
                                           const std::string& base_directory,
                                           const char* mode) const {
  SessionOptions options;
  options.base_directory = base_directory;
  options.devices = config.devices;
  options.kinds = KindsOf(config.data_types, config.aicore_metrics);
  options.op_types = ValueOf("optype").value_or("");
  options.bare_operators = OperatorsAreBare(config.data_types);
  if (SamplesTheSystem()) options.kinds |= uint64_t{1} << ACLPROFX_KIND_SAMPLE;
  if (const auto limit = values_.find("storage_limit"); limit != values_.end())
    options.storage_limit_bytes = StorageLimitBytes(limit->second);
  options.host = HostSamplesWanted();
  options.mode = mode;
  nlohmann::json described = AsJson(config);
  described["settings"] = values_;
  constexpr auto kReplaceBadUtf8 = nlohmann::json::error_handler_t::replace;
  options.settings_json = described.dump(-1, ' ', false, kReplaceBadUtf8);
  return options;
}

}  // namespace aclprof
