#include "tools/verify_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "readers/session_files.h"
#include "readers/session_verify.h"
#include "tools/exit_code.h"
#include "tools/session_summary.h"
#include "tools/threads_option.h"

namespace aclprof {
namespace {

void PrintItem(const std::string& text) { fmt::print("  {}\n", VisibleText(text)); }

void PrintReport(const std::string& path, const VerifyReport& report) {
  fmt::print("{}: {}, {}, {}, {}: {}\n", VisibleText(path), Plural(report.files, "file"),
             Plural(report.bytes, "byte"), Plural(report.blocks, "block"),
             Plural(report.records, "record"),
             report.IsWhole() ? "whole" : "damaged or incomplete");
  for (const FileDamage& damage : report.damage)
    PrintItem(fmt::format("{} at {}: {}, {}: {}", damage.path, damage.offset,
                          Plural(damage.bytes, "byte"), Plural(damage.records, "record"),
                          damage.what));
  for (const std::string& contradiction : report.contradictions) PrintItem(contradiction);
  for (const std::string& foreign : report.foreign)
    PrintItem(foreign + ": not a trace file of this session");
  if (report.files_without_footer > 0) {
    PrintItem(Plural(report.files_without_footer, "file") +
              " without a footer: the process ended before closing");
  }
  if (report.unknown_records + report.unknown_frames > 0) {
    PrintItem("of a newer version: " + Plural(report.unknown_records, "record") + ", " +
              Plural(report.unknown_frames, "frame"));
  }
}

ExitCode VerifyOne(const std::string& path, const ReadOptions& reading) {
  VerifyReport report;
  const Status verified = VerifySession(path, &report, reading);
  if (!verified.ok()) return Fail(verified);
  PrintReport(path, report);
  return report.IsWhole() ? kExitGood : kExitDamaged;
}

}  // namespace

int RunVerify(const std::string& path, const ReadOptions& reading) {
  std::vector<std::string> sessions;
  const Status found = FindSessions(path, &sessions);
  if (!found.ok()) return Fail(found);
  ExitCode code = kExitGood;
  for (const std::string& session : sessions) code = Graver(code, VerifyOne(session, reading));
  return code;
}

RunVerb DeclareVerify(CLI::App* options) {
  auto path = std::make_shared<std::string>();
  options->add_option("PATH", *path, "A PROF_* directory, one that holds some, or one trace file")
      ->required();
  auto reading = std::make_shared<ReadOptions>();
  DeclareThreads(options, &reading->threads);
  return [path, reading] { return RunVerify(*path, *reading); };
}

}  // namespace aclprof
