#include "tools/info_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "readers/session_files.h"
#include "tools/exit_code.h"
#include "tools/session_summary.h"

namespace aclprof {
namespace {

using nlohmann::ordered_json;

struct InfoOptions {
  std::string path;
  bool json = false;
};

class InfoRun {
 public:
  explicit InfoRun(const InfoOptions& options) : options_(options) {}

  int Run() {
    std::vector<std::string> sessions;
    const Status found = FindSessions(options_.path, &sessions);
    if (!found.ok()) return Fail(found);
    for (const std::string& session : sessions) code_ = Graver(code_, Tell(session));
    const bool one = sessions.size() == 1 && sessions.front() == options_.path;
    if (options_.json) Print(one && !all_.empty() ? all_.front() : all_);
    return code_;
  }

 private:
  ExitCode Tell(const std::string& session) {
    std::unique_ptr<SessionReader> reader;
    const Status opened = SessionReader::Open(session, &reader);
    if (!opened.ok()) return Fail(opened);
    if (options_.json) {
      all_.push_back(SummaryJson(*reader));
    } else {
      fmt::print("{}", SummaryText(*reader));
    }
    return ExitCodeOf(*reader);
  }

  // Names of the application need not be UTF-8; what is not is replaced.
  static void Print(const ordered_json& json) {
    fmt::print("{}\n", json.dump(2, ' ', false, ordered_json::error_handler_t::replace));
  }

  const InfoOptions& options_;
  ordered_json all_ = ordered_json::array();
  ExitCode code_ = kExitGood;
};

}  // namespace

RunVerb DeclareInfo(CLI::App* options) {
  auto chosen = std::make_shared<InfoOptions>();
  options
      ->add_option("PROF", chosen->path,
                   "A PROF_* directory, or one that holds some (then --json gives an array)")
      ->required();
  options->add_flag("--json", chosen->json, "For machines");
  return [chosen] { return InfoRun(*chosen).Run(); };
}

}  // namespace aclprof
