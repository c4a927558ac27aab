// `aclprof export` as a user runs it, on sessions written by the real writers.
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/program_run.h"
#include "tests/support/session_on_disk.h"
#include "tools/interrupt_flag.h"
#include "tools/progress_bar.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;

class ExportCli : public testing::Test {
 protected:
  Outcome Run(const std::string& arguments) {
    return RunCommand(ACLPROF_PROGRAM " export " + arguments, disk_.root());
  }
  Outcome Export() { return Run(disk_.directory()); }

  // Device 0 ran an operator twice; the host called twice.
  void AddRecords() {
    const uint32_t device = disk_.AddRing(0);
    const uint32_t host = disk_.AddRing(-1, "");
    TableDictionary& names = disk_.dictionary();
    OpEntry op{};
    op.name = names.AddString("add_kernel");
    op.type = names.AddString("Add");
    op.task_type = names.AddString("AI_VECTOR_CORE");
    const uint32_t op_id = names.AddOp(op);
    const uint16_t type = names.AddTaskType("KERNEL_AIVEC");
    RingBytes tasks, calls;
    for (uint64_t i = 0; i < 2; ++i) {
      tasks.AddTask(SessionOnDisk::kSecond + 1000 + 2000 * i, 1500, i, op_id, type);
      aclprofx_api api{};
      api.start = SessionOnDisk::kSecond + 2000 * i;
      api.duration = 500;
      api.name = names.AddString("aclrtMalloc");
      api.mode = names.AddString("ACL_RTS");
      api.thread_id = 7;
      api.level = ACLPROFX_LEVEL_ACL;
      calls.Add(ACLPROFX_KIND_API, api);
    }
    ASSERT_TRUE(disk_.Append(0, tasks, device).ok());
    ASSERT_TRUE(disk_.Append(-1, calls, host).ok());
  }
  void MakeSession(const std::string& more = "{}") {
    AddRecords();
    disk_.Close(Info(more));
  }
  static std::string Info(const std::string& more) {
    nlohmann::json info = {{"format_version", 1},
                           {"session_id", "PROF_000001_20260101000000000_00000001AAAAAAAA"},
                           {"process_name", "train"},
                           {"pid", 4711},
                           {"devices", {{{"id", 0}, {"name", "host-cpu"}}}},
                           {"kinds", {"task", "acl_api"}},
                           {"complete", true},
                           {"start_realtime_ns", 1767225601000000000},
                           {"stop_realtime_ns", 1767225602500000000}};
    info.merge_patch(nlohmann::json::parse(more));
    return info.dump();
  }

  std::string Output() const { return disk_.directory() + "/mindstudio_profiler_output"; }
  // The names without their stamps.
  static std::set<std::string> KindsOf(const std::string& directory) {
    std::set<std::string> kinds;
    if (!fs::exists(directory)) return kinds;
    for (const auto& entry : fs::directory_iterator(directory)) {
      const std::string name = entry.path().filename().string();
      kinds.insert(name.substr(0, name.rfind('_')));
    }
    return kinds;
  }
  static std::string TextOf(const std::string& directory, const std::string& kind) {
    for (const auto& entry : fs::directory_iterator(directory)) {
      if (entry.path().filename().string().rfind(kind, 0) == 0) return TextOfFile(entry.path());
    }
    return "";
  }

  const std::set<std::string> kAll = {"msprof",    "op_summary",    "op_statistic",
                                      "task_time", "api_statistic", "README.txt"};
  SessionOnDisk disk_;
};

TEST_F(ExportCli, AWholeSession) {
  MakeSession();
  const Outcome outcome = Export();
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out.rfind(disk_.directory() + ": 2 tasks, 2 of operators, 2 calls; wrote "
                                                  "msprof_",
                              0),
            0u)
      << outcome.out;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
  EXPECT_EQ(KindsOf(Output()), kAll);
  EXPECT_EQ(TextOf(Output(), "task_time"),
            "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
            "task_stop(us)\n"
            "0,add_kernel,KERNEL_AIVEC,3,0,1.500,1767225601000001.000\t,1767225601000002.500\t\n"
            "0,add_kernel,KERNEL_AIVEC,3,1,1.500,1767225601000003.000\t,1767225601000004.500\t\n");
  EXPECT_EQ(TextOf(Output(), "api_statistic"),
            "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n"
            "host,acl,aclrtMalloc,1,2,0.5,0.5,0.5,0\n");
  EXPECT_TRUE(nlohmann::json::parse(TextOf(Output(), "msprof_")).is_array());
}

// The second task and call start 2 us behind the first.
TEST_F(ExportCli, AWindowHasWhatOverlapsIt) {
  MakeSession();
  for (const std::string window :
       {"--from 1.9us --to 3us", "--from 1767225601000001.9 --to 1767225601000003"}) {
    EXPECT_EQ(Run("--output " + disk_.root() + "/out " + window + " " + disk_.directory()).code, 0);
    EXPECT_EQ(TextOf(disk_.root() + "/out", "task_time"),
              "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),"
              "task_stop(us)\n"
              "0,add_kernel,KERNEL_AIVEC,3,0,1.500,1767225601000001.000\t,1767225601000002.500\t\n")
        << window;
    EXPECT_NE(TextOf(disk_.root() + "/out", "README")
                  .find("Only what was going on from 1767225601000001.900 to "
                        "1767225601000003.000 us of Unix time"),
              std::string::npos);
    fs::remove_all(disk_.root() + "/out");
  }
}

TEST_F(ExportCli, RelativeTimesOfAWindowCountFromTheSessionsFirstRecord) {
  MakeSession();
  EXPECT_EQ(Run("--relative-time --from 2.6us " + disk_.directory()).code, 0);
  const std::string timeline = TextOf(Output(), "msprof_");
  EXPECT_NE(timeline.find("\"ts\":\"3.000\""), std::string::npos) << timeline;
  EXPECT_EQ(timeline.find("\"ts\":\"0.000\""), std::string::npos) << timeline;
}

TEST_F(ExportCli, WindowsThatCannotBeAreUsageErrors) {
  MakeSession();
  const std::string range = "from 1767225601000000.000 to 1767225601000004.500";
  const std::pair<std::string, std::string> kinds[] = {
      {"--from soon", "\"soon\" is no time"},
      {"--to 5min", "\"5min\" is no time"},
      {"--to 1.5ns", "\"1.5ns\" is finer than a nanosecond, or too long"},
      {"--to 99999999999s", "\"99999999999s\" is finer than a nanosecond, or too long"},
      {"--from 2us --to 2us", "the window --from 2us --to 2us is empty"},
      {"--from 1s", "has no part of the session, whose records are " + range},
      {"--to 17", "the window --to 17 has no part of the session"}};
  for (const auto& [window, sentence] : kinds) {
    const Outcome outcome = Run(window + " " + disk_.directory());
    EXPECT_EQ(outcome.code, 2) << window;
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
    EXPECT_TRUE(KindsOf(Output()).empty());
  }
}

TEST_F(ExportCli, FilesAreTheSameWithAnyNumberOfThreads) {
  MakeSession();
  std::map<std::string, std::string> alone;
  for (const char* threads : {"1", "2", "8"}) {
    const std::string out = disk_.root() + "/out" + threads;
    EXPECT_EQ(
        Run(std::string("--threads ") + threads + " --output " + out + " " + disk_.directory())
            .code,
        0);
    std::map<std::string, std::string> texts;
    for (const std::string& kind : KindsOf(out)) texts[kind] = TextOf(out, kind);
    if (alone.empty()) alone = texts;
    EXPECT_EQ(texts, alone) << threads;
  }
  EXPECT_EQ(alone.size(), kAll.size());
  EXPECT_EQ(Run("--threads -1 " + disk_.directory()).code, 2);
}

TEST_F(ExportCli, QuietSaysNothing) {
  MakeSession();
  const Outcome outcome = Run("--quiet " + disk_.directory());
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_EQ(KindsOf(Output()), kAll);
}

TEST_F(ExportCli, OutputGoesWhereItIsAskedTo) {
  MakeSession();
  const std::string where = disk_.root() + "/a b/c";
  EXPECT_EQ(Run("--output '" + where + "' " + disk_.directory()).code, 0);
  EXPECT_EQ(KindsOf(where), kAll);
  EXPECT_FALSE(fs::exists(Output()));
}

TEST_F(ExportCli, RelativeTimeStartsTheTimelineAtZero) {
  MakeSession();
  EXPECT_EQ(Run("--relative-time " + disk_.directory()).code, 0);
  const std::string timeline = TextOf(Output(), "msprof_");
  EXPECT_NE(timeline.find(R"("ts":"0.000")"), std::string::npos) << timeline;
}

TEST_F(ExportCli, EverySessionBelowAParent) {
  MakeSession();
  const std::string second = disk_.root() + "/PROF_000002_20260101000000000_00000001AAAAAAAA";
  fs::copy(disk_.directory(), second, fs::copy_options::recursive);
  const Outcome outcome = Run(disk_.root());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(KindsOf(Output()), kAll);
  EXPECT_EQ(KindsOf(second + "/mindstudio_profiler_output"), kAll);
  const std::string where = disk_.root() + "/out";
  EXPECT_EQ(Run("--output " + where + " " + disk_.root()).code, 0);
  EXPECT_EQ(KindsOf(where + "/PROF_000002_20260101000000000_00000001AAAAAAAA"), kAll);
}

TEST_F(ExportCli, ASingleFileNeedsAnOutput) {
  MakeSession();
  const Outcome refused = Run(disk_.FilePath(0));
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("say where to with --output"), std::string::npos);
  EXPECT_NE(Run("--output " + disk_.root() + "/out " + disk_.FilePath(0)).code, 1);
  EXPECT_EQ(KindsOf(disk_.root() + "/out").count("op_summary"), 1u);
}

TEST_F(ExportCli, OtherTypesAreRefused) {
  MakeSession();
  const Outcome outcome = Run("--type xml " + disk_.directory());
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "aclprof: export --type xml: is none of text, db, all and perfetto\n");
  EXPECT_FALSE(fs::exists(Output()));
}

TEST_F(ExportCli, ADatabaseLiesInTheSessionsDirectory) {
  MakeSession();
  const Outcome outcome = Run("--type db " + disk_.directory());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(KindsOf(disk_.directory()).count("msprof"), 1u);
  EXPECT_FALSE(fs::exists(Output()));
}

TEST_F(ExportCli, AllIsTextAndDatabase) {
  MakeSession();
  EXPECT_EQ(Run("--type all " + disk_.directory()).code, 0);
  EXPECT_EQ(KindsOf(Output()), kAll);
  EXPECT_EQ(KindsOf(disk_.directory()).count("msprof"), 1u);
  const std::string where = disk_.root() + "/out";
  EXPECT_EQ(Run("--type all --output " + where + " " + disk_.directory()).code, 0);
  std::set<std::string> endings;
  for (const auto& entry : fs::directory_iterator(where)) endings.insert(entry.path().extension());
  EXPECT_EQ(endings, (std::set<std::string>{".json", ".csv", ".txt", ".db"}));
}

TEST_F(ExportCli, APerfettoTraceComesAlone) {
  MakeSession();
  EXPECT_EQ(Run("--type perfetto " + disk_.directory()).code, 0);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(Output())) files.push_back(entry.path());
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].extension(), ".perfetto-trace");
  EXPECT_EQ(TextOfFile(files[0]).substr(0, 1), "\n");  // the first packet of a trace
}

// The file may have 8 KiB, fewer than the tables that are always there take.
TEST_F(ExportCli, ADatabaseThatFindsNoRoomIsNamedAndRemoved) {
  MakeSession();
  const std::set<std::string> before = KindsOf(disk_.directory());
  const Outcome outcome = RunCommand(
      "trap '' XFSZ; ulimit -f 8; " ACLPROF_PROGRAM " export --type db " + disk_.directory(),
      disk_.root());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("write " + disk_.directory() + "/msprof_"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_EQ(KindsOf(disk_.directory()), before);
}

TEST_F(ExportCli, WhatIsNoSessionFailsWithOneLine) {
  for (const std::string& path :
       {disk_.root() + "/nowhere", disk_.root(), std::string("/dev/null")}) {
    const Outcome outcome = Run(path);
    EXPECT_EQ(outcome.code, 1) << path;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(path), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

TEST_F(ExportCli, OutputThatCannotBeMadeFailsWithOneLine) {
  MakeSession();
  const Outcome outcome = Run("--output /dev/null/x " + disk_.directory());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("/dev/null"), std::string::npos);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST_F(ExportCli, ADamagedBlockCostsItsRecordsAlone) {
  MakeSession();
  SessionOnDisk::FlipByte(disk_.FilePath(-1), fs::file_size(disk_.FilePath(-1)) / 2);
  const Outcome outcome = Export();
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find(disk_.FilePath(-1) + " at byte "), std::string::npos) << outcome.err;
  EXPECT_EQ(KindsOf(Output()).count("op_summary"), 1u);
}

TEST_F(ExportCli, ATruncatedFileGivesWhatWasWhole) {
  MakeSession();
  SessionOnDisk::CutTo(disk_.FilePath(0), fs::file_size(disk_.FilePath(0)) - 10);
  const Outcome outcome = Export();
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find(disk_.FilePath(0)), std::string::npos) << outcome.err;
  EXPECT_EQ(KindsOf(Output()), kAll);
}

TEST_F(ExportCli, AKilledSessionSaysSoAndGivesWhatIsThere) {
  AddRecords();
  disk_.Abandon();
  const Outcome outcome = Export();
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find(": not complete: "), std::string::npos) << outcome.err;
  EXPECT_EQ(KindsOf(Output()), kAll);
}

TEST_F(ExportCli, ADeviceWithoutARecordIsNamed) {
  MakeSession(R"({"devices": [{"id": 0, "name": "host-cpu"}, {"id": 5, "name": "host-cpu"}]})");
  const Outcome outcome = Export();
  EXPECT_EQ(outcome.code, 4);
  EXPECT_EQ(outcome.err,
            "aclprof: " + disk_.directory() + ": device 5 is listed and produced nothing\n");
}

TEST_F(ExportCli, NothingCollectedIsSaid) {
  disk_.AddRing(0);
  ASSERT_TRUE(FileSystem::Default()->MakeDirectories(disk_.directory()).ok());
  WriteFile(disk_.directory() + "/info.json", Info(R"({"devices": []})"));
  const Outcome outcome = Export();
  EXPECT_EQ(outcome.code, 4);
  EXPECT_NE(outcome.err.find(": nothing was collected\n"), std::string::npos) << outcome.err;
}

TEST_F(ExportCli, DroppedRecordsAreSaidWithTheirCause) {
  AddRecords();
  disk_.ledger().by_ring[1].dropped[ACLPROFX_DROP_RING_FULL][ACLPROFX_KIND_TASK] = 12;
  disk_.Close(Info("{}"));
  const Outcome outcome = Export();
  EXPECT_EQ(outcome.code, 5);
  EXPECT_EQ(outcome.err, "aclprof: " + disk_.directory() + ": 12 records dropped: ring_full\n");
  EXPECT_NE(TextOf(Output(), "README").find("dropped: ring_full 12"), std::string::npos);
}

TEST_F(ExportCli, LinkIsRefusedAlsoWithASlashAtItsEnd) {
  MakeSession();
  const std::string link = disk_.root() + "/link";
  fs::create_directory(disk_.root() + "/elsewhere");
  fs::create_directory_symlink(disk_.root() + "/elsewhere", link);
  for (const std::string end : {"", "/", "//"})
    EXPECT_EQ(Run(disk_.directory() + " --output " + link + end).code, 1) << end;
  EXPECT_TRUE(fs::is_empty(disk_.root() + "/elsewhere"));
}

TEST_F(ExportCli, ATerminalSeesProgress) {
  MakeSession();
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  ASSERT_GE(child, 0);
  if (child == 0) {
    execl(ACLPROF_PROGRAM, "aclprof", "export", disk_.directory().c_str(), nullptr);
    _exit(127);
  }
  std::string seen;
  char bytes[4096];
  for (ssize_t n; (n = read(terminal, bytes, sizeof(bytes))) > 0;) seen.append(bytes, n);
  close(terminal);
  int how = 0;
  ASSERT_EQ(waitpid(child, &how, 0), child);
  EXPECT_EQ(ExitCodeOf(how), 0);
  EXPECT_NE(seen.find("100 % ["), std::string::npos) << seen;
}

TEST(ProgressLine, FillsFromTheLeft) {
  EXPECT_EQ(ProgressLine("x", 0), "  0 % [                                        ] x");
  EXPECT_EQ(ProgressLine("x", 50), " 50 % [====================                    ] x");
  EXPECT_EQ(ProgressLine("x", 100), "100 % [========================================] x");
}

TEST(InterruptFlag, SignalsRaiseItWhileItLives) {
  struct sigaction before {
  }, after{};
  sigaction(SIGINT, nullptr, &before);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    InterruptFlag flag;
    EXPECT_FALSE(flag.raised());
    raise(signal);
    EXPECT_TRUE(flag.raised());
  }
  sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(after.sa_handler, before.sa_handler);
}

TEST(InterruptFlag, WhatWasIgnoredStaysIgnored) {
  const auto before = signal(SIGHUP, SIG_IGN);
  {
    InterruptFlag flag;
    raise(SIGHUP);
    EXPECT_FALSE(flag.raised());
  }
  signal(SIGHUP, before);
}

}  // namespace
}  // namespace aclprof
