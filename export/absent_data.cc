#include "export/absent_data.h"

#include <nlohmann/json.hpp>

namespace aclprof {
namespace {

using nlohmann::json;

struct Absent {
  const char* name;
  const char* sentence;
};

constexpr Absent kAbsentSettings[] = {
    {"sys_hardware_mem_freq",
     "memory rates of devices are here only if their runtime sampled them"},
    {"llc_profiling", "rates of the LLC are here only if the device's runtime sampled them"},
    {"sys_io_sampling_freq", "NIC and RoCE are here only if the device's runtime sampled them"},
    {"sys_interconnection_freq",
     "HCCS and PCIe are here only if the device's runtime sampled them"},
    {"dvpp_freq", "DVPP is here only if the device's runtime sampled it"},
    {"sys_lp_freq", "frequencies and power are here only if the device's runtime sampled them"},
    {"sys_mem_serviceflow", "memory rates by service flow are not collected"},
    {"sys_cpu_freq", "processors of devices are here only if their runtime sampled them"},
    {"instr_profiling", "pipelines of instructions are not collected"},
    {"instr_profiling_freq", "pipelines of instructions are not collected"},
    {"task_tsfw", "the task scheduler's own tracks are not collected"},
    {"task_block", "blocks of tasks are not collected"},
    {"scale", "the expression has no effect: all operators are collected"},
    {"ACL_PROF_NTS_METRICS", "counters are here only if the device's runtime read them"},
};

constexpr Absent kHostWords[] = {
    {"osrt", "calls of the operating system are not collected"},
    {"numa", "NUMA nodes are not sampled"},
};

constexpr Absent kDataTypes[] = {
    {"aicore_metrics",
     "counters are here only if the device's runtime read them; the host device has none"},
    {"l2cache", "hits of the L2 cache are here only if the device's runtime counted them"},
    {"hccl_trace", "collectives are here only if the device's runtime runs them"},
    {"ge_api_l0", "scheduling of operators is here only if the device's runtime told of it"},
    {"ge_api_l1", "scheduling of operators is here only if the device's runtime told of it"},
    {"task_time_l2", "attributes of operators are not recorded; the rest of level 2 is level 1"},
    {"op_attr", "attributes of operators are not recorded"},
    {"aicore_shape", "shapes come with the operators alone"},
};

std::string TextAt(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool HasWord(const std::string& list, const char* word) {
  return ("," + list + ",").find(std::string(",") + word + ",") != std::string::npos;
}

}  // namespace

std::vector<std::string> AbsentData(std::string_view info_json) {
  const json info = json::parse(info_json, nullptr, /*allow_exceptions=*/false);
  const json config = info.is_object() ? info.value("config", json()) : json();
  if (!config.is_object()) return {};
  std::vector<std::string> sentences;
  const auto tell = [&sentences](const std::string& name, const char* sentence) {
    sentences.push_back(name + ": " + sentence);
  };
  for (const Absent& type : kDataTypes)
    if (HasWord(TextAt(config, "data_types"), type.name)) tell(type.name, type.sentence);
  const json settings = config.value("settings", json());
  if (!settings.is_object()) return sentences;
  for (const Absent& setting : kAbsentSettings)
    if (settings.contains(setting.name)) tell(setting.name, setting.sentence);
  for (const Absent& word : kHostWords)
    if (HasWord(TextAt(settings, "host_sys"), word.name))
      tell(std::string("host_sys ") + word.name, word.sentence);
  return sentences;
}

}  // namespace aclprof
