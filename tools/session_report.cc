#include "tools/session_report.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <vector>

#include "readers/session_files.h"
#include "tools/exit_code.h"

namespace aclprof {
namespace {

using nlohmann::ordered_json;

class ReportRun {
 public:
  explicit ReportRun(const SessionReport& report) : report_(report) {}

  int Run() {
    std::vector<std::string> sessions;
    const Status found = FindSessions(report_.path, &sessions);
    if (!found.ok()) return Fail(found);
    for (const std::string& session : sessions) code_ = Graver(code_, Tell(session));
    const bool one = sessions.size() == 1 && sessions.front() == report_.path;
    if (report_.as_json) Print(one && !all_.empty() ? all_.front() : all_);
    return code_;
  }

 private:
  ExitCode Tell(const std::string& session) {
    std::unique_ptr<SessionReader> reader;
    const Status opened = SessionReader::Open(session, &reader, {.threads = 0});
    if (!opened.ok()) return Fail(opened);
    if (report_.as_json) {
      all_.push_back(report_.json(reader.get()));
    } else {
      fmt::print("{}", report_.text(reader.get()));
    }
    return ExitCodeOf(*reader);
  }

  // Names of the application need not be UTF-8; what is not is replaced.
  static void Print(const ordered_json& document) {
    fmt::print("{}\n", document.dump(2, ' ', false, ordered_json::error_handler_t::replace));
  }

  const SessionReport& report_;
  ordered_json all_ = ordered_json::array();
  ExitCode code_ = kExitGood;
};

}  // namespace

void DeclareReport(CLI::App* options, SessionReport* report) {
  options
      ->add_option("PROF", report->path,
                   "A PROF_* directory, or one that holds some (then --json gives an array)")
      ->required();
  options->add_flag("--json", report->as_json, "For machines");
}

int RunReport(const SessionReport& report) { return ReportRun(report).Run(); }

}  // namespace aclprof
