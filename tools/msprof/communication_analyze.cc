#include "tools/msprof/communication_analyze.h"

#include <fmt/core.h>

#include <memory>
#include <set>
#include <sstream>
#include <vector>

#include "base/utf8.h"
#include "export/communication_analysis.h"
#include "readers/session_files.h"
#include "tools/exit_code.h"
#include "tools/session_summary.h"

namespace aclprof {
namespace {

std::set<std::string> RulesIn(const std::string& text) {
  std::set<std::string> rules;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) rules.insert(word);
  return rules;
}

ExitCode Analyze(const std::string& session, bool database) {
  std::unique_ptr<SessionReader> reader;
  if (const Status opened = SessionReader::Open(session, &reader); !opened.ok())
    return Fail(opened);
  CommunicationOptions options;
  options.directory = reader->info().directory + "/analyze";
  options.database = database;
  CommunicationReport report;
  if (const Status done = AnalyzeCommunication(reader.get(), options, &report); !done.ok())
    return Fail({done.code(), "analyze " + session + ": " + done.message()});
  if (report.collectives == 0) {
    Complain(session + ": has no collectives: there is nothing to analyze");
  } else {
    fmt::print(
        "{}: {}; wrote {} to {}; transit and wait times, bandwidths and links are not recorded\n",
        VisibleText(session), Plural(report.collectives, "collective"), report.file,
        VisibleText(options.directory));
  }
  return ExitCodeOf(*reader);
}

}  // namespace

int RunCommunicationAnalysis(const CommunicationChoices& choices) {
  const std::set<std::string> rules = RulesIn(choices.rules);
  for (const std::string& rule : rules) {
    if (rule == "communication" || rule == "communication_matrix") continue;
    Complain("--rule=" + rule + ": is none of communication and communication_matrix");
    return kExitUsage;
  }
  std::vector<std::string> sessions;
  if (const Status found = FindSessions(choices.path, &sessions); !found.ok()) return Fail(found);
  if (rules.count("communication_matrix") != 0)
    Complain("--rule=communication_matrix: ranks and links are not recorded: no matrix is written");
  ExitCode code = kExitGood;
  if (rules.count("communication") == 0) return code;
  for (const std::string& session : sessions)
    code = Graver(code, Analyze(session, choices.type == "db"));
  return code;
}

}  // namespace aclprof
