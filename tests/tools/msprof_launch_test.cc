// The program `msprof` as the one that runs another with collection on.

#include "tests/tools/msprof_fixture.h"

namespace aclprof {
namespace {

using MsprofLaunchTest = MsprofTest;

TEST_F(MsprofLaunchTest, AProgramIsRunWithCollectionOnAndExported) {
  const Outcome launched = Msprof("--output=new/place --task-time=l0 --ascendcl=off " LAUNCHED);
  ASSERT_EQ(launched.code, 0) << launched.err;
  EXPECT_EQ(CountOf("new/place/PROF_*/mindstudio_profiler_output/task_time_*.csv"), 1u);
  EXPECT_EQ(Run("cat new/place/PROF_*/mindstudio_profiler_output/task_time_*.csv | wc -l").out,
            "9\n");
}

TEST_F(MsprofLaunchTest, ItsCodeIsOurs) {
  EXPECT_EQ(Msprof("--output=prof " LAUNCHED " 7").code, 7);
  EXPECT_EQ(Msprof("--output=prof --application='" LAUNCHED " 8'").code, 8);
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output"), 2u);
}

TEST_F(MsprofLaunchTest, ASignalReachesTheProgramAndWhatItLeftIsExported) {
  Run("touch out.txt");
  const Outcome outcome = Run("{ " + std::string(kMsprof) +
                              " --output=prof " LAUNCHED
                              " wait > out.txt & launcher=$!;"
                              "while kill -0 $launcher && ! grep -q waiting out.txt; do :; done;"
                              "kill -TERM $launcher; wait $launcher; echo $?; }");
  EXPECT_EQ(outcome.out, "143\n") << outcome.err;
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output"), 1u);
}

// Schedulers send others than those of a terminal.
TEST_F(MsprofLaunchTest, EverySignalIsPassedOn) {
  const struct {
    const char* name;
    int number;
  } signals[] = {{"USR1", 10}, {"USR2", 12}, {"HUP", 1}, {"ALRM", 14}, {"RTMIN", 34}};
  for (const auto& signal : signals) {
    Run("rm -f out.txt; touch out.txt");
    const Outcome outcome = Run("{ " + std::string(kMsprof) +
                                " --output=prof " LAUNCHED
                                " wait > out.txt & launcher=$!;"
                                "while kill -0 $launcher && ! grep -q waiting out.txt; do :; done;"
                                "kill -" +
                                signal.name + " $launcher; wait $launcher; echo $?; }");
    EXPECT_EQ(outcome.out, std::to_string(128 + signal.number) + "\n") << outcome.err;
  }
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output"), std::size(signals));
}

// As daemons do; nothing tells them of the end of a child.
TEST_F(MsprofLaunchTest, TheEndIsNoticedWhereChildrenAreIgnored) {
  const Outcome outcome =
      Run("timeout 30 python3 -c 'import os, signal, sys; signal.signal(signal.SIGCHLD, "
          "signal.SIG_IGN);"
          "os.execv(sys.argv[1], sys.argv[1:])' " +
          std::string(kMsprof) + " --output=prof " LAUNCHED " 7");
  EXPECT_EQ(outcome.code, 7) << outcome.err;
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output"), 1u);
}

// Ranks of one job share a directory.
TEST_F(MsprofLaunchTest, SessionsOfOtherLaunchersAreLeftAlone) {
  Run("touch out.txt");
  const Outcome outcome =
      Run("{ " + std::string(kMsprof) +
          " --output=prof " LAUNCHED
          " wait > out.txt & other=$!;"
          "while kill -0 $other && ! grep -q waiting out.txt; do :; done; " +
          kMsprof +
          " --output=prof " LAUNCHED
          "; echo $?; ls -d prof/PROF_*/mindstudio_profiler_output | wc -l; sleep 1;"
          "kill -TERM $other; wait $other; }");
  EXPECT_NE(outcome.out.find("\n0\n1\n"), std::string::npos) << outcome.out << outcome.err;
  EXPECT_EQ(CountOf("prof/PROF_*/mindstudio_profiler_output/task_time_*.csv"), 2u);
}

TEST_F(MsprofLaunchTest, WhatIsWrongIsSaidBeforeTheProgramRuns) {
  Run("mkfifo pipe.json; mkdir -p PROF_1/host/data; touch PROF_1/info.json; touch file");
  const struct {
    const char* arguments;
    int code;
    const char* named;
  } refusals[] = {
      {"--output=prof --task-time=l9", 2, "--task-time takes one of on,off,l0,l1,l2,l3"},
      {"--output=prof --aic-metrics=Nothing", 2, "--aic-metrics takes"},
      {"--output=prof --storage-limit=5MB", 2, "--storage-limit takes"},
      {"--output=prof --sys-cpu-freq=1000", 2, "--sys-cpu-freq takes a number from 1 to 50"},
      {"--output=prof --sys-cpu-freq=often", 2, "--sys-cpu-freq=often"},
      {"--output=prof --host-sys=gpu", 2, "--host-sys takes"},
      {"--output=prof --sys-hardware-mem=perhaps", 2, "--sys-hardware-mem"},
      {"--output='a;b'", 2, "--output takes a path without special characters"},
      {"--output=$(printf '\\377')", 2, "UTF-8"},
      {"--output=file", 1, "file exists and is not a directory"},
      {"--output=PROF_1", 1, "PROF_1 is a session itself"},
      {"--output=prof --reports=pipe.json", 2, "pipe.json"},
      {"--output=prof --application=true", 2, "--application"},
  };
  for (const auto& refusal : refusals) {
    const Outcome outcome = Msprof(std::string(refusal.arguments) + " touch ran");
    EXPECT_EQ(outcome.code, refusal.code) << refusal.arguments << ": " << outcome.err;
    EXPECT_NE(outcome.err.find(refusal.named), std::string::npos) << outcome.err;
    EXPECT_EQ(CountOf("ran"), 0u) << refusal.arguments;
  }
}

TEST_F(MsprofLaunchTest, AProgramThatLeavesNothingIsNamed) {
  EXPECT_NE(Msprof("--output=prof no_such_program").err.find("no_such_program"), std::string::npos);
  const std::string left_nothing = " left no session in " + directory() + "/prof: ";
  EXPECT_EQ(Msprof("--output=prof true").err.rfind("msprof: true" + left_nothing, 0), 0u);
  const Outcome outcome = Msprof("--output=prof --application='true 1'");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err.rfind("msprof: true 1" + left_nothing, 0), 0u) << outcome.err;
}

}  // namespace
}  // namespace aclprof
