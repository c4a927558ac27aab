// What a look at /proc gives: the texts taken apart, and the values made of them.

#include "core/host_probe.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/host_sampling.h"
#include "tests/support/fake_proc.h"

namespace aclprof {
namespace {

constexpr int64_t kSecond = 1000000000;

TEST(ProcText, TheNameOfATaskMayHoldAnything) {
  TaskStat stat;
  const std::string after =
      " S 1 2 3 4 5 6 7 8 9 10 130 20 0 0 20 0 1 0 5 0 0 0 0 0 0 0 0 0 0 0 0 "
      "0 0 0 17 3 0 0 9 0 0\n";
  for (const char* name : {"a", "a b", "a) S 9 (b", "\n)", ""}) {
    ASSERT_TRUE(ParseTaskStat("1 (" + std::string(name) + ")" + after, &stat)) << name;
    EXPECT_EQ(stat.cpu_ticks, 150u);
    EXPECT_EQ(stat.processor, 3u);
    EXPECT_EQ(stat.disk_wait_ticks, 9u);
  }
}

TEST(ProcText, WhatIsCutIsRefused) {
  TaskStat stat;
  CpuTicks ticks;
  uint64_t number = 0;
  EXPECT_FALSE(ParseTaskStat("", &stat));
  EXPECT_FALSE(ParseTaskStat("1 (a", &stat));
  EXPECT_FALSE(ParseTaskStat("1 (a) S 1 2 3", &stat));
  EXPECT_FALSE(ParseCpuTicks("cpu 1 2 3 4 5 6", &ticks));
  EXPECT_FALSE(ParseCpuTicks("cpu0 1 2 3 4 5 6 7", &ticks));
  MemoryPages pages;
  EXPECT_FALSE(ParseMemoryPages("900 100", &pages));
  EXPECT_FALSE(FindKeyed("MemTotal", "MemTotal", &number));
  EXPECT_FALSE(FindKeyed("MemTotal: 99999999999999999999 kB", "MemTotal", &number));
  EXPECT_FALSE(FindKeyed("XMemTotal: 1 kB\n", "MemTotal", &number));
  EXPECT_EQ(ProcessorCount("cpu 1\ncpux 1\ncpu99999999999 1\n"), 0u);
  EXPECT_TRUE(ParseCards("eth0: 1 2 3\nlo: 1 2 3 4 5 6 7 8 9\n: 1 2 3 4 5 6 7 8 9\n").empty());
}

class HostProbeTest : public testing::Test {
 protected:
  HostProbe Probe(uint32_t sources) {
    return {proc_.root(), sources, [this](const std::string& why) { told_.push_back(why); }};
  }
  // "CPU 1 Usage(%)" -> 10
  static std::map<std::string, double> ByName(const std::vector<HostValue>& values) {
    std::map<std::string, double> by_name;
    for (const HostValue& value : values) by_name[value.counter + " " + value.series] = value.value;
    return by_name;
  }
  // Of a second in which the host went on by a step.
  std::map<std::string, double> SecondLook(uint32_t sources) {
    HostProbe probe = Probe(sources);
    probe.Look(kSecond);
    proc_.SetAll(1);
    return ByName(probe.Look(2 * kSecond));
  }
  const double ticks_ = static_cast<double>(sysconf(_SC_CLK_TCK)) / 100;  // a percent

  FakeProc proc_;
  std::vector<std::string> told_;
};

using Values = std::map<std::string, double>;

TEST_F(HostProbeTest, TheProcessorsThatTheProcessUses) {
  EXPECT_EQ(SecondLook(kProcessCpu), (Values{{"CPU 0 Usage(%)", 0},
                                             {"CPU 1 Usage(%)", 10 / ticks_},
                                             {"CPU Avg Usage(%)", 5 / ticks_}}));
}

TEST_F(HostProbeTest, TheMemoryOfTheProcess) {
  const double page = static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
  HostProbe probe = Probe(kProcessMemory);
  EXPECT_EQ(ByName(probe.Look(0)), (Values{{"Host Memory Total KB", 4000},
                                           {"Host Memory Used KB", 100 * page},
                                           {"Memory Usage Usage(%)", 100 * page / 4000 * 100}}));
  EXPECT_EQ(probe.Look(1).size(), 2u);
}

TEST_F(HostProbeTest, TheDiskOfTheProcess) {
  EXPECT_EQ(SecondLook(kProcessDisk), (Values{{"Host Disk Read KB/s", 2},
                                              {"Host Disk Write KB/s", 1},
                                              {"Disk Usage Usage(%)", 5 / ticks_}}));
}

TEST_F(HostProbeTest, TheNetwork) {
  EXPECT_EQ(SecondLook(kNetwork),
            (Values{{"Host Network Used KB/s", 200000.0 / 1024}, {"Network Usage Usage(%)", 20}}));
}

TEST_F(HostProbeTest, TheWholeHost) {
  const Values values = SecondLook(kHostCpu | kHostMemory);
  EXPECT_EQ(values.size(), 6u + 1u + 9u + 3u);
  EXPECT_EQ(values.at("Host CPU Time User(%)"), 20);
  EXPECT_EQ(values.at("Host CPU Time Sys(%)"), 10);
  EXPECT_EQ(values.at("Host CPU Time Idle(%)"), 70);
  EXPECT_EQ(values.at("Host Memory Memory Free(kB)"), 1000);
  EXPECT_EQ(values.at("Host Memory Cached(kB)"), 20);
  EXPECT_EQ(values.at("Host Memory Huge Pages Free(pages)"), 7);
  EXPECT_EQ(values.at("Process CPU(%)"), 1000.0 / static_cast<double>(sysconf(_SC_CLK_TCK)));
  EXPECT_EQ(values.at("Process Size(pages)"), 900);
  EXPECT_EQ(values.at("Process Resident(pages)"), 101);
  EXPECT_EQ(values.at("Process Shared(pages)"), 30);
}

TEST_F(HostProbeTest, OnlyWhatIsAskedForIsRead) {
  for (const char* path : {"/proc/stat", "/proc/self/stat", "/proc/self/io", "/proc/net", "/sys"})
    proc_.Remove(path);
  EXPECT_EQ(Probe(kHostMemory).Look(0).size(), 9u + 3u);
  EXPECT_TRUE(told_.empty());
}

TEST_F(HostProbeTest, WhatVanishesIsToldOnceAndComesBack) {
  HostProbe probe = Probe(kProcessDisk | kHostMemory);
  proc_.Remove("/proc/self/io");
  EXPECT_EQ(probe.Look(0).size(), 9u + 3u);
  EXPECT_EQ(probe.Look(1).size(), 9u + 3u);
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_EQ(told_[0], "not sampled: /proc/self/io: No such file or directory");
  proc_.SetAll(1);
  probe.Look(kSecond);
  proc_.SetAll(2);
  EXPECT_EQ(ByName(probe.Look(2 * kSecond)).at("Host Disk Read KB/s"), 2);
}

TEST_F(HostProbeTest, NothingThereAtAllIsNoCrash) {
  for (const char* path : {"/proc", "/sys"}) proc_.Remove(path);
  HostProbe probe = Probe(~0u);
  EXPECT_TRUE(probe.Look(0).empty());
  EXPECT_TRUE(probe.Look(1).empty());
  EXPECT_GE(told_.size(), 4u);
}

TEST_F(HostProbeTest, ACountThatWentBackGivesNoRate) {
  proc_.SetAll(5);
  const Values values = SecondLook(kProcessDisk);
  EXPECT_TRUE(values.empty());
}

TEST_F(HostProbeTest, ACardThatDoesNotSayItsSpeedHasNoUsage) {
  proc_.Set("/sys/class/net/eth0/speed", "-1\n");
  HostProbe probe = Probe(kNetwork);
  probe.Look(kSecond);
  proc_.Set("/proc/net/dev", "eth0: 1024 0 0 0 0 0 0 0 0 0\n");
  EXPECT_EQ(ByName(probe.Look(2 * kSecond)), (Values{{"Host Network Used KB/s", 1}}));
  EXPECT_EQ(told_.size(), 1u);
}

TEST_F(HostProbeTest, TheRealProcGivesSomething) {
  HostProbe probe("", kProcessCpu | kProcessMemory | kHostCpu | kHostMemory, [](const auto&) {});
  EXPECT_FALSE(probe.Look(0).empty());
}

}  // namespace
}  // namespace aclprof
