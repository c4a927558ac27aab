// api_calls.h: the different calls of a session's API records: what each is called in the outputs.
//
// Shape    a call is one (level, name, mode); memory grows with the calls, not with the records.
// Source   docs/export.md, "API calls".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "aclprof/producer.h"
#include "export/timeline_text.h"
#include "readers/session_reader.h"

namespace aclprof {

struct ApiCall {
  bool in_cann = false;  // of the CANN layer, and so of api_statistic
  uint16_t level_number = 0;
  int launch_rank = 0;  // of several calls with one connection the highest launched the task
  std::string level;    // "acl"
  std::string name;     // what api_statistic calls it
  TimelineText slice;   // "AscendCL@aclrtMalloc"
  TimelineText mode;    // of the slice's args
  TimelineText id;
  TimelineText item;  // of a record that does not say
};

// launch_rank of calls of this level.
int LaunchRankOf(int64_t level_number);

class ApiCalls {
 public:
  explicit ApiCalls(const SessionReader* reader);
  // Valid as long as the object; the same address for the same call.
  const ApiCall& Of(const aclprofx_api& api);
  // What loading a model is shown as.
  const ApiCall& ModelLoad() const { return model_load_; }

 private:
  struct Key {
    uint64_t name_and_mode;
    uint16_t level;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const {
      return (key.name_and_mode ^ (uint64_t{key.level} << 20)) * 0x9E3779B97F4A7C15ull >> 7;
    }
  };

  static ApiCall Describe(uint16_t level_number, std::string_view name, std::string_view mode);

  const SessionReader* reader_;
  const ApiCall model_load_;
  std::unordered_map<Key, ApiCall, KeyHash> calls_;
};

}  // namespace aclprof
