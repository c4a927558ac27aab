// msprof_fixture.h: the program `msprof` in a directory of its own, and what it leaves there.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/program_run.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {

inline constexpr char kMsprof[] = COMPAT "/msprof";

class MsprofTest : public testing::Test {
 protected:
  const std::string& directory() const { return directory_.path(); }
  Outcome Run(const std::string& command) const {
    return RunCommand("cd " + directory() + " && " + command, scratch_.path());
  }
  Outcome Msprof(const std::string& arguments) const { return Run(kMsprof + (" " + arguments)); }
  // Sessions in `prof`, by a client that starts them itself.
  void Collect(const std::string& client) const {
    const Outcome collected = Run(CLIENTS "/" + client);
    ASSERT_EQ(collected.code, 0) << collected.err;
  }
  // What a shell's pattern finds, one a line.
  std::string Glob(const std::string& pattern) const {
    return Run("ls -d " + pattern + " 2>/dev/null").out;
  }
  size_t CountOf(const std::string& pattern) const {
    const std::string found = Glob(pattern);
    return static_cast<size_t>(std::count(found.begin(), found.end(), '\n'));
  }
  nlohmann::json Timeline() const {
    return nlohmann::json::parse(
        Run("cat prof/PROF_*/mindstudio_profiler_output/msprof_*.json").out);
  }

 private:
  TemporaryDirectory directory_, scratch_;
};

}  // namespace aclprof
