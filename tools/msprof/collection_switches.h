// collection_switches.h: the vendor's options for a collection on the command line, as the JSON that aclInit reads.
//
// Shape    --task-time=l1 becomes "task_time": "l1"; what a switch takes is the library's to check.
// Errors   kInvalidArgument where a number is none, with the option.
// Source   docs/state_rules.md, the keys of `profiler`.
#pragma once

#include <map>
#include <string>

#include "base/status.h"
#include "tools/verb.h"

namespace aclprof {

// Text by key, of the switches that were given.
using CollectionSwitches = std::map<std::string, std::string>;

void DeclareCollectionSwitches(CLI::App* options, CollectionSwitches* switches);
// Collects into `output`, an absolute path.
Status CollectionJson(const CollectionSwitches& switches, const std::string& output,
                      std::string* json);

}  // namespace aclprof
