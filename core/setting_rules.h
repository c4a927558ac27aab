// setting_rules.h: the options of a session that have a value, as aclprofSetConfig and the JSON
// file know them, and which values each takes.
//
// Shape    one row an option; an option may exist in one of the two only. Values are text: JSON
// integers come as
//          their digits, so that both ways obey one rule.
// Threads  constant data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace aclprof {

struct SettingRule {
  enum class Form {
    kNumber,        // digits, low..high
    kWord,          // one of words
    kWordList,      // some of words, comma-separated
    kItems,         // comma-separated, none empty
    kStorageLimit,  // digits + MB, or empty
    kNtsMetrics,    // PipeUtilization or Custom:1,2,...
    kPath,          // no character that a result path may not have
  };

  int type;              // aclprofConfigType, 0 = JSON only
  const char* name;      // ACL_PROF_...; nullptr = JSON only
  const char* json_key;  // nullptr = aclprofSetConfig only
  Form form;
  uint32_t low = 0;
  uint32_t high = 0;
  const char* words = "";  // comma-separated

  bool Accepts(std::string_view value) const;
  // "a number from 1 to 50"
  std::string Expectation() const;
  bool IsNumber() const { return form == Form::kNumber; }
};

// nullptr when there is no such option.
const SettingRule* FindSettingRule(int type);
const SettingRule* FindSettingRule(std::string_view json_key);

// Digits only, no sign, blank or fraction, low..high.
bool IsNumberWithin(std::string_view text, uint64_t low, uint64_t high);

// "Custom:" and 1..most comma-separated ids of 0..65535, decimal or (with hexadecimal) 0x...
bool IsCustomEventList(std::string_view text, bool hexadecimal, int most);

// Bytes of an accepted "500MB"; 0 for the empty text: no limit.
uint64_t StorageLimitBytes(std::string_view text);

}  // namespace aclprof
