#include "tests/support/program_run.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "tests/support/temporary_directory.h"

namespace aclprof {
namespace {

class ProgramRun : public testing::Test {
 protected:
  Outcome Run(const std::string& command) { return RunCommand(command, scratch_.path()); }

  TemporaryDirectory scratch_;
};

TEST_F(ProgramRun, CodeIsThatOfTheProgram) {
  EXPECT_EQ(Run("true").code, 0);
  EXPECT_EQ(Run("sh -c 'exit 3'").code, 3);
}

TEST_F(ProgramRun, DeathByASignalIsNoSuccess) {
  EXPECT_EQ(Run("kill -9 $$").code, 128 + SIGKILL);  // the shell itself
  EXPECT_EQ(Run("sh -c 'kill -9 $$'; exit $?").code, 128 + SIGKILL);
}

TEST_F(ProgramRun, StatusOfAShellThatDidNotStartIsNoCode) { EXPECT_EQ(ExitCodeOf(-1), -1); }

TEST_F(ProgramRun, OutputsAreKeptApart) {
  const Outcome outcome = Run("echo said && echo complained >&2");
  EXPECT_EQ(outcome.out, "said\n");
  EXPECT_EQ(outcome.err, "complained\n");
}

TEST_F(ProgramRun, OutputsAreOfThisRunAlone) {
  Run("echo said");
  EXPECT_EQ(Run("true").out, "");
}

TEST_F(ProgramRun, TimesAreUtc) { EXPECT_EQ(Run("date +%Z").out, "UTC\n"); }

}  // namespace
}  // namespace aclprof
