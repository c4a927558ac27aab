#include "export/api_calls.h"

#include <string_view>

namespace aclprof {
namespace {

struct Level {
  uint16_t level;
  int launch_rank;
  const char* name;
  const char* prefix;  // of the slice; NULL outside of the CANN layer
};

constexpr Level kLevels[] = {
    {ACLPROFX_LEVEL_ACL, 3, "acl", "AscendCL@"},
    {ACLPROFX_LEVEL_MODEL, 1, "model", "Model@"},
    {ACLPROFX_LEVEL_NODE, 4, "node", "Node@"},
    {ACLPROFX_LEVEL_COMMUNICATION, 1, "communication", "Communication@"},
    {ACLPROFX_LEVEL_RUNTIME, 2, "runtime", "Runtime@"},
};
constexpr Level kFramework = {ACLPROFX_LEVEL_FRAMEWORK, 0, "framework", nullptr};

const Level& LevelOf(int64_t level) {
  for (const Level& known : kLevels) {
    if (known.level == level) return known;
  }
  return kFramework;
}

// What was called. Of a node the mode says it ("launch"), and the name which operator it was for.
std::string_view CallOf(uint16_t level, std::string_view name, std::string_view mode) {
  const bool mode_first = level == ACLPROFX_LEVEL_NODE;
  const std::string_view first = mode_first ? mode : name;
  return first.empty() ? (mode_first ? name : mode) : first;
}

}  // namespace

int LaunchRankOf(int64_t level_number) { return LevelOf(level_number).launch_rank; }

ApiCalls::ApiCalls(const SessionReader* reader)
    : reader_(reader), model_load_(Describe(ACLPROFX_LEVEL_MODEL, "ModelLoad", "")) {}

const ApiCall& ApiCalls::Of(const aclprofx_api& api) {
  const Key key{uint64_t{api.name} << 32 | api.mode, api.level};
  const auto [found, is_new] = calls_.try_emplace(key);
  if (is_new) {
    found->second = Describe(api.level, reader_->String(api.name), reader_->String(api.mode));
  }
  return found->second;
}

ApiCall ApiCalls::Describe(uint16_t level_number, std::string_view name, std::string_view mode) {
  const Level& level = LevelOf(level_number);
  ApiCall call;
  call.in_cann = level.prefix != nullptr;
  call.level_number = level.level;
  call.launch_rank = level.launch_rank;
  call.level = level.name;
  call.name = CallOf(level.level, name, mode);
  call.slice = TimelineText((call.in_cann ? level.prefix : "") + call.name);
  const bool mode_is_call = call.in_cann && level.level != ACLPROFX_LEVEL_ACL;
  call.mode = TimelineText(mode_is_call ? call.name : mode);
  call.id = TimelineText(mode_is_call ? "0" : call.name);
  const bool names_operator = level.level == ACLPROFX_LEVEL_NODE && name != call.name;
  call.item = TimelineText(names_operator ? name : "0");
  return call;
}

}  // namespace aclprof
