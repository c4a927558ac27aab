#include "tools/msprof/collection_switches.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "aclprof/runtime.h"

namespace aclprof {
namespace {

struct Switch {
  const char* option;
  const char* key;
  bool is_number;
};

constexpr Switch kSwitches[] = {
    {"--ascendcl", "ascendcl", false},
    {"--runtime-api", "runtime_api", false},
    {"--task-time", "task_time", false},
    {"--aicpu", "aicpu", false},
    {"--l2", "l2", false},
    {"--hccl", "hccl", false},
    {"--msproftx", "msproftx", false},
    {"--task-memory", "task_memory", false},
    {"--task-tsfw", "task_tsfw", false},
    {"--ge-api", "ge_api", false},
    {"--aic-metrics", "aic_metrics", false},
    {"--storage-limit", "storage_limit", false},
    {"--sys-hardware-mem-freq", "sys_hardware_mem_freq", true},
    {"--llc-profiling", "llc_profiling", false},
    {"--sys-io-sampling-freq", "sys_io_sampling_freq", true},
    {"--sys-interconnection-freq", "sys_interconnection_freq", true},
    {"--dvpp-freq", "dvpp_freq", true},
    {"--sys-cpu-freq", "sys_cpu_freq", true},
    {"--host-sys", "host_sys", false},
    {"--host-sys-usage", "host_sys_usage", false},
    {"--host-sys-usage-freq", "host_sys_usage_freq", true},
    {"--sys-lp-freq", "sys_lp_freq", true},
    {"--sys-mem-serviceflow", "sys_mem_serviceflow", false},
    {"--instr-profiling", "instr_profiling", false},
    {"--instr-profiling-freq", "instr_profiling_freq", true},
};

// With these on, a frequency that is not given has its default; they have no key of their own.
struct Sampling {
  const char* option;
  const char* key;
  int frequency;
};

constexpr Sampling kSamplings[] = {
    {"--sys-hardware-mem", "sys_hardware_mem_freq", 50},
    {"--sys-io-profiling", "sys_io_sampling_freq", 100},
    {"--sys-interconnection-profiling", "sys_interconnection_freq", 50},
    {"--sys-cpu-profiling", "sys_cpu_freq", 50},
    {"--dvpp-profiling", "dvpp_freq", 50},
};

Status NumberOf(const Switch& given, const std::string& text, nlohmann::json* value) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    return {StatusCode::kInvalidArgument,
            std::string(given.option) + "=" + text + ": is no whole number"};
  *value = number;
  return {};
}

// The library speaks of a key, the user has given an option.
std::string InOptions(const std::string& sentence) {
  constexpr std::string_view kBeforeKey = "profiler.";
  const size_t at = sentence.find(kBeforeKey);
  if (at == std::string::npos) return sentence;
  std::string text = "--" + sentence.substr(at + kBeforeKey.size());
  std::replace(text.begin(),
               text.begin() + static_cast<std::ptrdiff_t>(std::min(text.find(' '), text.size())),
               '_', '-');
  return text;
}

// As aclInit of the program will, but with nothing switched on.
Status CheckByLibrary(nlohmann::json profiler) {
  profiler["switch"] = "off";
  setenv(kSampleConfig, nlohmann::json{{"profiler", profiler}}.dump().c_str(), 1);
  if (aclprofx_runtime_configure(nullptr) == 0) return {};
  const char* const why = aclprofx_last_error();
  return {StatusCode::kInvalidArgument, InOptions(why != nullptr ? why : "a switch is refused")};
}

}  // namespace

void DeclareCollectionSwitches(CLI::App* options, CollectionSwitches* switches) {
  for (const Switch& one : kSwitches) {
    const auto take = [switches, &one](const std::string& text) { (*switches)[one.key] = text; };
    options->add_option_function<std::string>(one.option, take,
                                              std::string("Of a collection: \"") + one.key + "\"");
  }
  for (const Sampling& one : kSamplings) {
    const auto take = [switches, &one](const std::string& text) {
      if (text == "on") switches->try_emplace(one.key, std::to_string(one.frequency));
    };
    options
        ->add_option_function<std::string>(one.option, take,
                                           std::string("on: \"") + one.key + "\" has its default")
        ->check(CLI::IsMember({"on", "off"}));
  }
}

Status CollectionJson(const CollectionSwitches& switches, const std::string& output,
                      const std::string& launcher, std::string* json) try {
  nlohmann::json profiler = {{"switch", "on"}, {"output", output}, {"launcher", launcher}};
  for (const Switch& one : kSwitches) {
    const auto given = switches.find(one.key);
    if (given == switches.end()) continue;
    profiler[one.key] = given->second;
    if (!one.is_number) continue;
    if (Status good = NumberOf(one, given->second, &profiler[one.key]); !good.ok()) return good;
  }
  if (Status good = CheckByLibrary(profiler); !good.ok()) return good;
  *json = nlohmann::json{{"profiler", profiler}}.dump();
  return {};
} catch (const nlohmann::json::type_error&) {
  return {StatusCode::kInvalidArgument, "--output or a switch is not UTF-8"};
}

}  // namespace aclprof
