// setting_rules_fuzzer.cc: the text of an option's value, as aclprofSetConfig and the JSON file give it. What is new here:
// every rule sees every text, and what one accepts must mean something.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/setting_rules.h"

namespace {

constexpr int kMostOptions = 64;  // more than there are types
constexpr int kMostEvents = 8;

void Check(const aclprof::SettingRule& rule, std::string_view text) {
  using aclprof::SettingRule;
  if (rule.Expectation().empty()) std::abort();
  if (!rule.Accepts(text)) return;
  if (rule.IsNumber() && !aclprof::IsNumberWithin(text, rule.low, rule.high)) std::abort();
  if (rule.form == SettingRule::Form::kStorageLimit &&
      (aclprof::StorageLimitBytes(text) == 0) != text.empty()) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (int type = 0; type < kMostOptions; ++type) {
    if (const auto* rule = aclprof::FindSettingRule(type)) Check(*rule, text);
  }
  if (const auto* rule = aclprof::FindSettingRule(text)) Check(*rule, text);
  (void)aclprof::IsCustomEventList(text, /*hexadecimal=*/true, kMostEvents);
  (void)aclprof::IsCustomEventList(text, /*hexadecimal=*/false, kMostEvents);
  return 0;
}
