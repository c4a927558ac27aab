// main.cc: the program `aclprof`: one verb of the table, with its options.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <exception>

#include "base/version.h"
#include "tools/exit_code.h"
#include "tools/verb.h"

namespace aclprof {
namespace {

int Run(int argc, char** argv) {
  CLI::App app("Reads, checks and converts the sessions of the profiler", "aclprof");
  app.set_version_flag("--version", std::string("aclprof ") + kLibraryVersion);
  app.require_subcommand(1);
  RunVerb run;
  for (const Verb& verb : Verbs()) {
    CLI::App* options = app.add_subcommand(verb.name, verb.summary);
    RunVerb run_this = verb.declare(options);
    options->callback([&run, run_this] { run = run_this; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitGood : kExitUsage;
  }
  const int code = run();
  if (std::fflush(stdout) != 0) return Fail(Status::FromErrno(errno, "write to stdout"));
  return code;
}

}  // namespace
}  // namespace aclprof

int main(int argc, char** argv) {
  try {
    return aclprof::Run(argc, argv);
  } catch (const std::exception& error) {
    aclprof::Complain(error.what());
    return aclprof::kExitFailed;
  }
}
