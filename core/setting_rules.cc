#include "core/setting_rules.h"

#include <algorithm>
#include <charconv>
#include <functional>

#include "acl/acl_prof.h"
#include "core/base_directory.h"

namespace aclprof {
namespace {

using Form = SettingRule::Form;

constexpr uint64_t kMegabyte = 1024 * 1024;
constexpr uint64_t kLeastStorageMegabytes = 200;
constexpr uint64_t kMostStorageMegabytes = 4294967295;
constexpr int kMostNtsEvents = 10;

constexpr SettingRule kRules[] = {
    {ACL_PROF_STORAGE_LIMIT, "ACL_PROF_STORAGE_LIMIT", "storage_limit", Form::kStorageLimit},
    {ACL_PROF_SYS_HARDWARE_MEM_FREQ, "ACL_PROF_SYS_HARDWARE_MEM_FREQ", "sys_hardware_mem_freq",
     Form::kNumber, 1, 100},
    {ACL_PROF_LLC_MODE, "ACL_PROF_LLC_MODE", "llc_profiling", Form::kWord, 0, 0, "read,write"},
    {ACL_PROF_SYS_IO_FREQ, "ACL_PROF_SYS_IO_FREQ", "sys_io_sampling_freq", Form::kNumber, 1, 100},
    {ACL_PROF_SYS_INTERCONNECTION_FREQ, "ACL_PROF_SYS_INTERCONNECTION_FREQ",
     "sys_interconnection_freq", Form::kNumber, 1, 50},
    {ACL_PROF_DVPP_FREQ, "ACL_PROF_DVPP_FREQ", "dvpp_freq", Form::kNumber, 1, 100},
    {ACL_PROF_HOST_SYS, "ACL_PROF_HOST_SYS", "host_sys", Form::kWordList, 0, 0,
     "cpu,mem,disk,network,osrt,numa"},
    {ACL_PROF_HOST_SYS_USAGE, "ACL_PROF_HOST_SYS_USAGE", "host_sys_usage", Form::kWordList, 0, 0,
     "cpu,mem"},
    {ACL_PROF_HOST_SYS_USAGE_FREQ, "ACL_PROF_HOST_SYS_USAGE_FREQ", "host_sys_usage_freq",
     Form::kNumber, 1, 50},
    {ACL_PROF_LOW_POWER_FREQ, "ACL_PROF_LOW_POWER_FREQ", "sys_lp_freq", Form::kNumber, 1, 100},
    {ACL_PROF_SYS_MEM_SERVICEFLOW, "ACL_PROF_SYS_MEM_SERVICEFLOW", "sys_mem_serviceflow",
     Form::kItems},
    {ACL_PROF_SYS_CPU_FREQ, "ACL_PROF_SYS_CPU_FREQ", "sys_cpu_freq", Form::kNumber, 1, 50},
    {ACL_PROF_OPTYPE, "ACL_PROF_OPTYPE", "optype", Form::kItems},
    {ACL_PROF_NTS_METRICS, "ACL_PROF_NTS_METRICS", nullptr, Form::kNtsMetrics},
    {ACL_PROF_PATH, "ACL_PROF_PATH", nullptr, Form::kPath},
    {0, nullptr, "scale", Form::kItems},
    {0, nullptr, "task_block", Form::kWord, 0, 0, "off,all"},
    {0, nullptr, "instr_profiling_freq", Form::kNumber, 300, 30000},
    {0, nullptr, "launcher", Form::kItems},  // of msprof: which sessions are its own
};

// Calls accept with every comma-separated item; false when one is not accepted. The empty text is
// one empty item.
bool EveryItem(std::string_view list, const std::function<bool(std::string_view)>& accept) {
  while (true) {
    const size_t comma = list.find(',');
    if (!accept(list.substr(0, comma))) return false;
    if (comma == std::string_view::npos) return true;
    list.remove_prefix(comma + 1);
  }
}

bool IsOneOf(std::string_view words, std::string_view value) {
  return !EveryItem(words, [value](std::string_view word) { return word != value; });
}

bool IsItemList(std::string_view value) {
  return EveryItem(value, [](std::string_view item) { return !item.empty(); });
}

std::string_view WithoutUnit(std::string_view value) {
  return value.substr(0, value.size() - std::string_view("MB").size());
}

bool IsStorageLimit(std::string_view value) {
  if (value.empty()) return true;
  return value.ends_with("MB") &&
         IsNumberWithin(WithoutUnit(value), kLeastStorageMegabytes, kMostStorageMegabytes);
}

bool IsEventId(std::string_view text, bool hexadecimal) {
  if (!hexadecimal || !text.starts_with("0x")) return IsNumberWithin(text, 0, UINT16_MAX);
  text.remove_prefix(2);
  uint16_t id = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, id, 16);
  return error == std::errc() && stop == end;
}

}  // namespace

bool IsNumberWithin(std::string_view text, uint64_t low, uint64_t high) {
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end && number >= low && number <= high;
}

bool IsCustomEventList(std::string_view text, bool hexadecimal, int most) {
  constexpr std::string_view kPrefix = "Custom:";
  if (!text.starts_with(kPrefix)) return false;
  int count = 0;
  return EveryItem(text.substr(kPrefix.size()), [&](std::string_view item) {
    return ++count <= most && IsEventId(item, hexadecimal);
  });
}

uint64_t StorageLimitBytes(std::string_view text) {
  uint64_t megabytes = 0;
  std::from_chars(text.data(), text.data() + text.size(), megabytes);
  return megabytes * kMegabyte;
}

bool SettingRule::Accepts(std::string_view value) const {
  switch (form) {
    case Form::kNumber:
      return IsNumberWithin(value, low, high);
    case Form::kWord:
      return IsOneOf(words, value);
    case Form::kWordList:
      return EveryItem(value, [this](std::string_view item) { return IsOneOf(words, item); });
    case Form::kItems:
      return IsItemList(value);
    case Form::kStorageLimit:
      return IsStorageLimit(value);
    case Form::kNtsMetrics:
      return value == "PipeUtilization" || IsCustomEventList(value, false, kMostNtsEvents);
    case Form::kPath:
      return !value.empty() && !FirstRefusedCharacter(value);
  }
  return false;
}

std::string SettingRule::Expectation() const {
  switch (form) {
    case Form::kNumber:
      return "a number from " + std::to_string(low) + " to " + std::to_string(high);
    case Form::kWord:
      return std::string("one of ") + words;
    case Form::kWordList:
      return std::string("a comma-separated list of ") + words;
    case Form::kItems:
      return "a comma-separated list without empty items";
    case Form::kStorageLimit:
      return "a number from 200 to 4294967295 followed by MB, or nothing";
    case Form::kNtsMetrics:
      return "PipeUtilization or Custom: and 1 to 10 event ids";
    case Form::kPath:
      return "a path";
  }
  return "";
}

const SettingRule* FindSettingRule(int type) {
  const auto rule =
      std::find_if(std::begin(kRules), std::end(kRules),
                   [type](const SettingRule& r) { return type != 0 && r.type == type; });
  return rule == std::end(kRules) ? nullptr : rule;
}

const SettingRule* FindSettingRule(std::string_view json_key) {
  const auto rule = std::find_if(
      std::begin(kRules), std::end(kRules),
      [json_key](const SettingRule& r) { return r.json_key != nullptr && r.json_key == json_key; });
  return rule == std::end(kRules) ? nullptr : rule;
}

}  // namespace aclprof
