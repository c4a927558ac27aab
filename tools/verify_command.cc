#include "tools/verify_command.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "readers/session_files.h"
#include "readers/session_verify.h"
#include "tools/exit_code.h"
#include "tools/threads_option.h"

namespace aclprof {
namespace {

void PrintReport(const std::string& path, const VerifyReport& report) {
  fmt::print("{}: {} files, {} bytes, {} blocks, {} records: {}\n", path, report.files,
             report.bytes, report.blocks, report.records,
             report.IsWhole() ? "whole" : "damaged or incomplete");
  for (const FileDamage& damage : report.damage) {
    fmt::print("  {} at {}: {} bytes, {} records: {}\n", damage.path, damage.offset, damage.bytes,
               damage.records, damage.what);
  }
  for (const std::string& contradiction : report.contradictions)
    fmt::print("  {}\n", contradiction);
  for (const std::string& foreign : report.foreign)
    fmt::print("  {}: not a trace file of this session\n", foreign);
  if (report.files_without_footer > 0) {
    fmt::print("  {} files without a footer: their process ended before it closed them\n",
               report.files_without_footer);
  }
  if (report.unknown_records + report.unknown_frames > 0) {
    fmt::print("  of a newer version: {} records, {} frames\n", report.unknown_records,
               report.unknown_frames);
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
