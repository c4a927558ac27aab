#include "tools/program.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <exception>

#include "tools/exit_code.h"

namespace aclprof {

int RunProgramOf(CLI::App* app, int argc, char** argv, const std::function<int()>& work) try {
  app->parse(argc, argv);
  const int code = work();
  if (std::fflush(stdout) != 0) return Fail(Status::FromErrno(errno, "write to stdout"));
  return code;
} catch (const CLI::ParseError& error) {
  return app->exit(error) == 0 ? kExitGood : kExitUsage;
} catch (const std::exception& error) {
  Complain(error.what());
  return kExitFailed;
}

}  // namespace aclprof
