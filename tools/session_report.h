// session_report.h: what the verbs have in common that tell something of each session below a path, as text or as JSON.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "readers/session_reader.h"
#include "tools/verb.h"

namespace aclprof {

struct SessionReport {
  std::string path;
  bool as_json = false;
  std::function<std::string(SessionReader*)> text;
  std::function<nlohmann::ordered_json(SessionReader*)> json;
};

// The path and --json.
void DeclareReport(CLI::App* options, SessionReport* report);
// Prints the text of each session; or the JSON of the one at the path, or an array for those below it.
int RunReport(const SessionReport& report);

}  // namespace aclprof
