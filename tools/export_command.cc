#include "tools/export_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/compat_words.h"
#include "base/utf8.h"
#include "export/session_export.h"
#include "readers/session_files.h"
#include "tools/exit_code.h"
#include "tools/export_warnings.h"
#include "tools/interrupt_flag.h"
#include "tools/old_layout.h"
#include "tools/progress_bar.h"
#include "tools/reports_file.h"
#include "tools/session_summary.h"
#include "tools/threads_option.h"

namespace aclprof {
namespace {

ExitCode FailUsage(const std::string& message) {
  Complain(message);
  return kExitUsage;
}

bool IsOneOf(const std::string& text, std::initializer_list<const char*> all) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

class ExportRun {
 public:
  explicit ExportRun(ExportChoices choices) : choices_(std::move(choices)) {}

  int Run() {
    if (!IsOneOf(choices_.type, {"text", "db", "all", "perfetto"}))
      return FailUsage("export --type " + choices_.type +
                       ": is none of text, db, all and perfetto");
    if (const Status window = CheckWindow(choices_.window); !window.ok())
      return FailUsage("export: " + window.message());
    if (const Status timeline = ChooseTimeline(); !timeline.ok())
      return FailUsage("export: " + timeline.message());
    std::vector<std::string> sessions;
    const Status found = FindSessions(choices_.path, &sessions);
    if (!found.ok()) return Fail(found);
    if (choices_.output.empty() && !std::filesystem::is_directory(sessions.front())) {
      return FailUsage("export " + choices_.path +
                       ": is a single file; say where to with --output");
    }
    ExitCode code = kExitGood;
    for (const std::string& session : sessions) {
      if (interrupt_.raised())
        return Fail(
            {StatusCode::kUnavailable, "export " + session + ": interrupted before it began"});
      code = Graver(code, Export(session));
    }
    return code;
  }

 private:
  Status ChooseTimeline() {
    choices_.timeline.piece_bytes = choices_.slice_mb << 20;
    choices_.timeline.piece_ns = choices_.split_ms * 1000000;
    if (choices_.reports.empty()) return {};
    return ReadReportsFile(choices_.reports, &choices_.timeline.hidden_layers);
  }

  ExitCode Export(const std::string& session) {
    std::unique_ptr<SessionReader> reader;
    const Status opened = SessionReader::Open(session, &reader, choices_.reading);
    if (!opened.ok()) return Fail(opened);
    std::optional<TimeWindow> window;
    if (Status chosen = WindowIn(*reader, choices_.window, &window); !chosen.ok())
      return FailUsage("export " + session + ": " + chosen.message());
    if (choices_.iteration) {
      Status found = WindowOfIteration(reader.get(), *choices_.iteration, &window.emplace());
      if (!found.ok())
        return Fail(Status(found.code(), "export " + session + ": " + found.message()));
    }
    ExportReport report;
    if (Status exported = Write(session, window, reader.get(), &report); !exported.ok()) {
      return Fail(Status(exported.code(), "export " + session + ": " + exported.message()));
    }
    if (WritesText() && !choices_.tables_as_json && CompatHas("layout-old")) {
      if (Status old = WriteOldLayout(session, report); !old.ok()) return Fail(old);
    }
    if (!choices_.quiet) fmt::print("{}\n", VisibleText(SummaryLine(session, report)));
    for (const std::string& warning : ExportWarnings(*reader, report)) {
      Complain(session + ": " + warning);
    }
    const ExitCode code = ExitCodeOf(*reader);
    return report.malformed == 0 ? code : Graver(code, kExitDamaged);
  }

  Status Write(const std::string& session, const std::optional<TimeWindow>& window,
               SessionReader* reader, ExportReport* report) {
    ProgressBar bar(session, !choices_.quiet);
    ExportOptions options;
    options.directory = OutputOf(session);
    options.relative_time = choices_.relative_time;
    options.window = window;
    options.timeline = choices_.timeline;
    options.tables_as_json = choices_.tables_as_json;
    options.text = WritesText();
    options.database = IsOneOf(choices_.type, {"db", "all"});
    options.perfetto = choices_.type == "perfetto";
    options.progress = [&](uint64_t done, uint64_t total) {
      bar.Show(done, total);
      return !interrupt_.raised();
    };
    return ExportSession(reader, options, report);
  }

  bool WritesText() const { return IsOneOf(choices_.type, {"text", "all"}); }

  // Several sessions get a directory each below the one that was asked for.
  std::string OutputOf(const std::string& session) const {
    if (choices_.output.empty() || session == choices_.path) return choices_.output;
    return choices_.output + "/" + std::filesystem::path(session).filename().string();
  }

  static std::string SummaryLine(const std::string& session, const ExportReport& report) {
    return fmt::format("{}: {}, {} of operators, {}; wrote {} to {}", session,
                       Plural(report.tasks, "task"), report.operators, Plural(report.calls, "call"),
                       fmt::join(report.files, " "), report.directory);
  }

  ExportChoices choices_;
  InterruptFlag interrupt_;
};

}  // namespace

int RunExport(ExportChoices choices) { return ExportRun(std::move(choices)).Run(); }

RunVerb DeclareExport(CLI::App* options) {
  auto chosen = std::make_shared<ExportChoices>();
  options->add_option("PROF", chosen->path, "A PROF_* directory, or one that holds some")
      ->required();
  options->add_option("--output", chosen->output,
                      "Where to, instead of mindstudio_profiler_output in the PROF_* directory, "
                      "and that itself for "
                      "the database");
  options
      ->add_option("--type", chosen->type,
                   "text: timeline as JSON and tables as CSV; db: the database; all: both; "
                   "perfetto: the timeline as a Perfetto trace")
      ->capture_default_str();
  options->add_option("--from", chosen->window.from,
                      "Only what is going on from there on: 1.5s, 20ms, 7us or 7ns after the "
                      "session's first record, "
                      "or a number alone: Unix time in microseconds");
  options->add_option("--to", chosen->window.to, "Only what began before; as --from");
  options->add_option(
      "--reports", chosen->reports,
      "JSON that switches layers of the timeline off: {\"json_process\": {\"cann\": false}}");
  options->add_option("--only-name", chosen->timeline.name,
                      "Of the timeline only what has this text in its name");
  options->add_option("--only-device", chosen->timeline.only_device,
                      "Of the timeline only this device and the host");
  options
      ->add_option(
          "--slice-mb", chosen->slice_mb,
          "The timeline in files of at most so many MiB, each of which opens alone; 0: in one")
      ->check(CLI::Range(uint64_t{0}, uint64_t{1} << 20));
  options
      ->add_option(
          "--split-ms", chosen->split_ms,
          "The timeline in files of so many milliseconds each, which open alone; 0: in one")
      ->check(CLI::Range(int64_t{0}, int64_t{86400000}));
  DeclareThreads(options, &chosen->reading.threads);
  options->add_flag("--relative-time", chosen->relative_time,
                    "Timeline times from the session's first record: for viewers that calculate in "
                    "doubles, such as speedscope");
  options->add_flag("--quiet", chosen->quiet,
                    "Neither progress nor summary; warnings all the same");
  return [chosen] { return RunExport(*chosen); };
}

}  // namespace aclprof
