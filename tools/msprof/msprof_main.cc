// msprof_main.cc: the program `msprof`, for scripts that were written for the vendor's: exports, checks and lists sessions, and runs
// programs with collection on.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "readers/session_files.h"
#include "tools/exit_code.h"
#include "tools/export_command.h"
#include "tools/msprof/collection_switches.h"
#include "tools/msprof/communication_analyze.h"
#include "tools/msprof/launched_program.h"
#include "tools/msprof/launched_sessions.h"
#include "tools/msprof/session_query.h"
#include "tools/program.h"
#include "tools/reports_file.h"
#include "tools/verify_command.h"

namespace aclprof {
namespace {

struct MsprofChoices {
  bool to_export = false, parse = false, query = false, analyze = false;
  std::string output;
  std::string type = "text";
  std::string rule = "communication";
  std::string summary_format = "csv";
  std::string reports;
  std::optional<uint32_t> model_id, iteration_id;
  std::string application;
  std::vector<std::string> program;
  CollectionSwitches switches;
  std::string unused;  // of options that are taken and have no effect
};

ExitCode Refuse(const std::string& message) {
  Complain(message);
  return kExitUsage;
}

// What was collected is there: for the vendor's tool that is good.
int CodeOf(int code) { return code == kExitNothing || code == kExitLoss ? int{kExitGood} : code; }

int Export(const MsprofChoices& choices, const std::string& path) {
  ExportChoices exported;
  exported.path = path;
  // The vendor's text brings the database along.
  exported.type = choices.type == "db" ? "db" : "all";
  exported.reports = choices.reports;
  exported.tables_as_json = choices.summary_format == "json";
  if (choices.model_id) exported.iteration = {*choices.model_id, *choices.iteration_id};
  return CodeOf(RunExport(exported));
}

std::string ProgramName(const MsprofChoices& choices) {
  return choices.program.empty() ? choices.application : choices.program[0];
}

std::vector<std::string> WordsToRun(const MsprofChoices& choices) {
  if (!choices.program.empty()) return choices.program;
  return {"/bin/sh", "-c", "exec " + choices.application};
}

int ExportSessions(const MsprofChoices& choices, const std::string& launcher,
                   const std::string& directory) {
  const std::vector<std::string> made = SessionsOf(launcher, directory);
  if (made.empty()) {
    Complain(
        ProgramName(choices) + " left no session in " + directory +
        ": it did not call aclInit, did not have its environment, or a switch was refused there");
    return kExitFailed;
  }
  ExitCode code = kExitGood;
  for (const std::string& session : made)
    code = Graver(code, static_cast<ExitCode>(Export(choices, session)));
  return code;
}

// What would be found wrong when the program has run is said before.
Status CheckExport(const MsprofChoices& choices) {
  uint64_t hidden_layers = 0;
  return choices.reports.empty() ? Status() : ReadReportsFile(choices.reports, &hidden_layers);
}

Status MakeOutput(const std::string& directory) {
  if (Status made = FileSystem::Default()->MakeDirectories(directory); !made.ok()) return made;
  SessionFiles files;
  if (ListSessionFiles(directory, &files).ok())
    return {StatusCode::kInvalidArgument, "--output " + directory + " is a session itself"};
  if (access(directory.c_str(), W_OK | X_OK) == 0) return {};
  return Status::FromErrno(errno, "--output " + directory);
}

int Launch(const MsprofChoices& choices) {
  const std::string directory = std::filesystem::absolute(choices.output).lexically_normal();
  const std::string launcher = NewLauncher();
  std::string json;
  Status good = CheckExport(choices);
  if (good.ok()) good = CollectionJson(choices.switches, directory, launcher, &json);
  if (!good.ok()) return Refuse(good.message());
  if (Status made = MakeOutput(directory); !made.ok()) return Fail(made);
  int code = 0;
  if (Status ran = RunProgram(WordsToRun(choices), kSampleConfig, json, &code); !ran.ok())
    return Fail(ran);
  const int exported = ExportSessions(choices, launcher, directory);
  return code != 0 ? code : exported;
}

std::string ContradictionOfJobs(const MsprofChoices& choices) {
  const int jobs = choices.to_export + choices.parse + choices.query + choices.analyze;
  if (jobs > 1) return "one of --export, --parse, --query and --analyze at a time";
  if (!choices.program.empty() && !choices.application.empty())
    return "--application names the program to run, and so does " + choices.program[0];
  const std::string program = ProgramName(choices);
  if (jobs == 0 && program.empty())
    return "neither a program to run nor --export, --parse, --query or --analyze";
  if (jobs == 1 && !program.empty())
    return program + " can't be run while something else is asked for";
  if (program.starts_with('-')) return program + " is no option that is known";
  return "";
}

// What each option says is right; now whether they go together.
std::string Contradiction(const MsprofChoices& choices) {
  if (choices.output.empty()) return "--output is missing";
  if (const std::string wrong = ContradictionOfJobs(choices); !wrong.empty()) return wrong;
  if (choices.type == "db" && (!choices.reports.empty() || choices.model_id))
    return "--type=db goes with no choice of layers or iterations";
  if (choices.model_id.has_value() != choices.iteration_id.has_value())
    return "--model-id and --iteration-id come together";
  return "";
}

int Work(const MsprofChoices& choices) {
  if (const std::string wrong = Contradiction(choices); !wrong.empty()) return Refuse(wrong);
  if (choices.to_export) return Export(choices, choices.output);
  // There is nothing to prepare: the files are checked.
  if (choices.parse) return CodeOf(RunVerify(choices.output, {}));
  if (choices.query) return CodeOf(RunQuery(choices.output));
  if (choices.analyze)
    return CodeOf(RunCommunicationAnalysis({choices.output, choices.type, choices.rule}));
  return Launch(choices);
}

void Declare(CLI::App* app, MsprofChoices* choices) {
  const auto job = [app](const char* name, bool* chosen, const char* what) {
    app->add_option_function<std::string>(
           name, [chosen](const std::string& text) { *chosen = text == "on"; }, what)
        ->check(CLI::IsMember({"on", "off"}));
  };
  job("--export", &choices->to_export, "on: write timeline, tables and database");
  job("--parse", &choices->parse, "on: check the files; there is nothing to prepare");
  job("--query", &choices->query, "on: list sessions and devices");
  job("--analyze", &choices->analyze, "on: when the collectives ran, and how long");
  app->add_option("--output", choices->output,
                  "A PROF_* directory or one that holds some; of a program: where it collects");
  app->add_option("--type", choices->type,
                  "text: timeline, tables and database; db: the database alone")
      ->check(CLI::IsMember({"text", "db"}));
  app->add_option("--reports", choices->reports, "JSON that switches layers of the timeline off");
  app->add_option("--model-id", choices->model_id,
                  "With --iteration-id: only this iteration of this model")
      ->check(CLI::PositiveNumber);
  app->add_option("--iteration-id", choices->iteration_id)->check(CLI::PositiveNumber);
  app->add_option("--summary-format", choices->summary_format, "csv or json: of the tables")
      ->check(CLI::IsMember({"csv", "json"}));
  app->add_option("--python-path", choices->unused, "Taken, and of no use here");
  app->add_option("--clear", choices->unused, "Taken; there is nothing in between to remove")
      ->check(CLI::IsMember({"on", "off"}));
  app->add_option(
      "--rule", choices->rule,
      "Of --analyze: communication, communication_matrix or both, separated by a comma");
  app->add_option("--application", choices->application, "The program to run, as one word");
  DeclareCollectionSwitches(app, &choices->switches);
  app->prefix_command();
  app->footer(
      "Exit codes: that of the program that was run, or 128 and the number of the signal that "
      "ended it; else 0 good, "
      "with counted loss too; 1 failed; 2 wrong usage; 3 damaged, truncated or incomplete data, "
      "what was whole was used.");
}

}  // namespace
}  // namespace aclprof

int main(int argc, char** argv) {
  CLI::App app("What the vendor's msprof is called for, on sessions of aclprof", "msprof");
  aclprof::MsprofChoices choices;
  aclprof::Declare(&app, &choices);
  return aclprof::RunProgramOf(&app, argc, argv, [&] {
    choices.program = app.remaining();
    return aclprof::Work(choices);
  });
}
