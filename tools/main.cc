// main.cc: the program `aclprof`: one verb of the table, with its options.
#include <CLI/CLI.hpp>

#include "base/version.h"
#include "tools/exit_code.h"
#include "tools/program.h"
#include "tools/verb.h"

int main(int argc, char** argv) {
  CLI::App app("Reads, checks and converts the sessions of the profiler", "aclprof");
  app.set_version_flag("--version", std::string("aclprof ") + aclprof::kLibraryVersion);
  app.footer(aclprof::kExitCodesText);
  app.require_subcommand(1);
  aclprof::RunVerb run;
  for (const aclprof::Verb& verb : aclprof::Verbs()) {
    CLI::App* options = app.add_subcommand(verb.name, verb.summary);
    aclprof::RunVerb run_this = verb.declare(options);
    options->callback([&run, run_this] { run = run_this; });
  }
  return aclprof::RunProgramOf(&app, argc, argv, [&run] { return run(); });
}
