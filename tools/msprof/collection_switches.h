// collection_switches.h: the vendor's options for a collection on the command line, as the JSON that aclInit reads.
//
// Shape    --task-time=l1 becomes "task_time": "l1"; what a switch takes, the library says, before any program runs.
// Errors   kInvalidArgument for a value that is not taken, with the option.
// Source   docs/state_rules.md, the keys of `profiler`.
#pragma once

#include <map>
#include <string>

#include "base/status.h"
#include "tools/verb.h"

namespace aclprof {

// Text by key, of the switches that were given.
using CollectionSwitches = std::map<std::string, std::string>;

// The environment variable that aclInit reads the JSON from.
inline constexpr char kSampleConfig[] = "PROFILER_SAMPLECONFIG";

void DeclareCollectionSwitches(CLI::App* options, CollectionSwitches* switches);
// Collects into `output`, an absolute path; sessions say who launched them.
Status CollectionJson(const CollectionSwitches& switches, const std::string& output,
                      const std::string& launcher, std::string* json);

}  // namespace aclprof
