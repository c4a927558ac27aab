// The program as a user runs it: exit code, stdout, stderr.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/program_run.h"
#include "tests/support/session_on_disk.h"

namespace aclprof {
namespace {

class CliTest : public testing::Test {
 protected:
  Outcome Run(const std::string& arguments) {
    return RunCommand(ACLPROF_PROGRAM " " + arguments, disk_.root());
  }

  // One device with two tasks.
  void MakeSession(bool complete = true, const std::string& more = "") {
    const uint32_t ring = disk_.AddRing(0);
    ASSERT_TRUE(disk_
                    .Append(0,
                            RingBytes()
                                .AddTask(SessionOnDisk::kSecond + 5, 10, 1)
                                .AddTask(SessionOnDisk::kSecond + 20, 10, 2),
                            ring)
                    .ok());
    disk_.Close(Info(complete, more));
  }

  static std::string Info(bool complete, const std::string& more = "") {
    const nlohmann::json info = {{"format_version", 1},
                                 {"session_id", "PROF_000001_20260101000000000_00000001AAAAAAAA"},
                                 {"host_name", "box"},
                                 {"process_name", "train"},
                                 {"pid", 4711},
                                 {"mode", "api"},
                                 {"devices", {{{"id", 0}, {"name", "host-cpu"}}}},
                                 {"kinds", {"task", "pmu"}},
                                 {"complete", complete},
                                 {"why_incomplete", complete ? "" : "the bound of Stop ran out"},
                                 {"run_complete", true},
                                 {"start_realtime_ns", 1767225601000000000},
                                 {"stop_realtime_ns", 1767225602500000000}};
    nlohmann::json merged = info;
    if (!more.empty()) merged.merge_patch(nlohmann::json::parse(more));
    return merged.dump();
  }

  nlohmann::json InfoJson(int expected_code) {
    const Outcome outcome = Run("info --json " + disk_.directory());
    EXPECT_EQ(outcome.code, expected_code) << outcome.err;
    return nlohmann::json::parse(outcome.out, nullptr, false);
  }

  SessionOnDisk disk_;
};

TEST_F(CliTest, InfoOfAWholeSession) {
  MakeSession();
  const Outcome outcome = Run("info " + disk_.directory());
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  const uint64_t bytes = std::filesystem::file_size(disk_.FilePath(0));
  EXPECT_EQ(outcome.out, disk_.directory() +
                             "\n  started   2026-01-01 00:00:01.000 +0000\n"
                             "  lasted    1.500 s\n"
                             "  process   train (pid 4711) on box\n"
                             "  state     complete, and so is the run\n"
                             "  device    0 (host-cpu): 2 records\n"
                             "  kind      pmu: asked for, and there is none\n"
                             "  kind      task: 2\n"
                             "  ledger    emitted 2 = stored 2 + dropped 0\n"
                             "  files     1, " +
                             std::to_string(bytes) + " bytes\n");
}

TEST_F(CliTest, InfoNamesTheSwitchesThatHaveNoData) {
  MakeSession(true, R"({"config": {"settings": {"dvpp_freq": "10", "host_sys": "osrt"}}})");
  const std::string out = Run("info " + disk_.directory()).out;
  EXPECT_NE(out.find("  asked for dvpp_freq: DVPP is here only"), std::string::npos) << out;
  EXPECT_NE(out.find("  asked for host_sys osrt: calls of the operating"), std::string::npos);
}

TEST_F(CliTest, InfoJsonHasTheKeysThatToolsRelyOn) {
  disk_.ledger().unattributed.dropped[ACLPROFX_DROP_NO_RING][ACLPROFX_KIND_API] = 3;
  MakeSession();
  const nlohmann::json info = InfoJson(5);
  EXPECT_EQ(info["ledger"]["emitted"], 5);
  EXPECT_EQ(info["ledger"]["stored"], 2);
  EXPECT_EQ(info["ledger"]["dropped"], 3);
  EXPECT_EQ(info["ledger"]["by_cause"]["no_ring"], 3);
  EXPECT_EQ(info["ledger"]["aged_out"], 0);
  EXPECT_EQ(info["complete"], true);
  EXPECT_EQ(info["devices"][0]["id"], 0);
  EXPECT_EQ(info["devices"][0]["name"], "host-cpu");
  EXPECT_EQ(info["kinds"]["task"], 2);
  EXPECT_EQ(info["kinds"]["pmu"], 0);
  EXPECT_EQ(info["files"].size(), 1u);
  EXPECT_EQ(info["mode"], "api");
}

TEST_F(CliTest, IncompleteSessionIsCode3AndSaysWhy) {
  MakeSession(false);
  const Outcome outcome = Run("info " + disk_.directory());
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.out.find("incomplete: the bound of Stop ran out"), std::string::npos)
      << outcome.out;
}

TEST_F(CliTest, SilentDeviceIsCode4) {
  MakeSession(true, R"({"devices":[{"id":0,"name":"host-cpu"},{"id":1,"name":"host-cpu"}]})");
  const Outcome outcome = Run("info " + disk_.directory());
  EXPECT_EQ(outcome.code, 4);
  EXPECT_NE(outcome.out.find("1 (host-cpu): produced nothing"), std::string::npos) << outcome.out;
}

TEST_F(CliTest, LossIsCode5AndNamesItsCause) {
  disk_.ledger().unattributed.dropped[ACLPROFX_DROP_NO_RING][ACLPROFX_KIND_API] = 3;
  MakeSession();
  const Outcome outcome = Run("info " + disk_.directory());
  EXPECT_EQ(outcome.code, 5);
  EXPECT_NE(outcome.out.find("no_ring: 3"), std::string::npos) << outcome.out;
}

TEST_F(CliTest, DamageGoesBeforeLossAndSilence) {
  disk_.ledger().unattributed.dropped[ACLPROFX_DROP_NO_RING][ACLPROFX_KIND_API] = 3;
  MakeSession(false, R"({"devices":[{"id":7,"name":""}]})");
  EXPECT_EQ(Run("info " + disk_.directory()).code, 3);
}

TEST_F(CliTest, ParentWithSessionsGivesAnArray) {
  MakeSession();
  const Outcome outcome = Run("info --json " + disk_.root());
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(nlohmann::json::parse(outcome.out).at(0)["pid"], 4711);
}

TEST_F(CliTest, DirectoryAmongSessionsThatIsNoneIsNamed) {
  MakeSession();
  std::filesystem::create_directory(disk_.root() + "/PROF_empty");
  for (const std::string verb : {"info ", "verify "}) {
    const Outcome outcome = Run(verb + disk_.root());
    EXPECT_EQ(outcome.code, 1) << verb;
    EXPECT_NE(outcome.err.find("PROF_empty"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("PROF_000001"), std::string::npos) << "the others are read";
  }
}

TEST_F(CliTest, WhatIsNoSessionIsCode1AndOneLine) {
  const Outcome outcome = Run("info " + disk_.root() + "/nothing");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "aclprof: read " + disk_.root() + "/nothing: No such file or directory\n");
}

TEST_F(CliTest, WrongUsageIsCode2) {
  EXPECT_EQ(Run("").code, 2);
  EXPECT_EQ(Run("frobnicate").code, 2);
  EXPECT_EQ(Run("info").code, 2);
  EXPECT_EQ(Run("info --nonsense x").code, 2);
}

TEST_F(CliTest, HelpAndVersionAreGood) {
  EXPECT_EQ(Run("--help").code, 0);
  EXPECT_EQ(Run("info --help").code, 0);
  for (const char* help : {"--help", "export --help"})
    EXPECT_NE(Run(help).out.find("Exit codes: 0 good; 1 failed; 2 wrong usage; 3"),
              std::string::npos);
  EXPECT_EQ(Run("--version").out, "aclprof " ACLPROF_VERSION "\n");
}

TEST_F(CliTest, FullStdoutIsCode1) {
  MakeSession();
  EXPECT_EQ(Run("info " + disk_.directory() + " >/dev/full").code, 1);
}

TEST_F(CliTest, FullOrClosedStderrChangesNoCode) {
  EXPECT_EQ(Run("info " + disk_.root() + "/nothing 2>/dev/full").code, 1);
  EXPECT_EQ(Run("info " + disk_.root() + "/nothing 2>&-").code, 1);
}

TEST_F(CliTest, InfoThatIsNestedTooDeepIsDamage) {
  MakeSession();
  const std::string deep(200000, '[');
  WriteFile(disk_.directory() + "/info.json",
            "{\"config\":" + deep + std::string(200000, ']') + "}");
  EXPECT_EQ(Run("info --json " + disk_.directory()).code, 3);
}

// Objects in an array, and devices by rings, once took a time that grew with their square.
TEST_F(CliTest, InfoOfAnySizeIsDoneWithSoon) {
  std::string devices = R"({"devices": [)", rings = R"(], "ledger": {"by_ring": [)";
  for (int id = 0; id < 200000; ++id) {
    devices += (id == 0 ? "{\"id\": " : ",{\"id\": ") + std::to_string(id) + "}";
    rings += (id == 0 ? "{\"ring\": " : ",{\"ring\": ") + std::to_string(id) + "}";
  }
  MakeSession();
  WriteFile(disk_.directory() + "/info.json", devices + rings + "]}}");
  EXPECT_EQ(
      RunCommand("timeout 20 " ACLPROF_PROGRAM " info " + disk_.directory(), disk_.root()).code, 3);
  WriteFile(disk_.directory() + "/info.json", "{\"kinds\": [" + std::string(3 << 20, ',') + "]}");
  const Outcome outcome = Run("verify " + disk_.directory());
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.out.find("values"), std::string::npos) << outcome.out;
}

// A session from elsewhere may say what it likes.
TEST_F(CliTest, NothingOfASessionReachesTheTerminalAsControlBytes) {
  MakeSession(
      false,
      R"({"why_incomplete": "\u001b[31m\u0007", "kinds": ["\u001b[31m"], "process_name": "\u001b]0;x",
                         "host_name": "\u009b", "devices": [{"id": 0, "name": "\u001bc"}]})");
  WriteFile(disk_.directory() + "/device_0/data/\x1b[2J", "foreign");
  for (const char* verb : {"info ", "verify ", "summary ", "export "}) {
    const Outcome outcome = Run(verb + disk_.directory());
    EXPECT_EQ(outcome.code, 3) << verb;
    for (const char* byte : {"\x1b", "\x07", "\xc2\x9b"})
      EXPECT_EQ((outcome.out + outcome.err).find(byte), std::string::npos) << verb << outcome.out;
  }
}

TEST_F(CliTest, StreamWhoseFilesAreGoneIsMissed) {
  const std::string rows = R"({"ledger": {"emitted": 3, "stored": 3, "dropped": 0, "by_ring": [)"
                           R"({"ring": 1, "stored": {"task": 2}, "dropped": {}},)"
                           R"({"ring": 99, "stored": {"acl_api": 1}, "dropped": {}}]}})";
  MakeSession(true, rows);
  const Outcome info = Run("info " + disk_.directory());
  EXPECT_EQ(info.code, 3);
  EXPECT_NE(info.out.find("stored 3"), std::string::npos) << info.out;
  EXPECT_EQ(Run("verify " + disk_.directory()).code, 3);
}

TEST_F(CliTest, VerifyOfASessionThatWasNotStoppedIsCode3) {
  MakeSession(false);
  const Outcome verified = Run("verify " + disk_.directory());
  EXPECT_EQ(verified.code, 3);
  EXPECT_NE(verified.out.find("incomplete: the bound of Stop ran out"), std::string::npos);
}

TEST_F(CliTest, VerifyOfAWholeSession) {
  MakeSession();
  const Outcome outcome = Run("verify " + disk_.directory());
  EXPECT_EQ(outcome.code, 0);
  const uint64_t bytes = std::filesystem::file_size(disk_.FilePath(0));
  EXPECT_EQ(outcome.out, disk_.directory() + ": 1 file, " + std::to_string(bytes) +
                             " bytes, 1 block, 2 records: whole\n");
}

TEST_F(CliTest, VerifyOfDamagedFilesIsCode3) {
  MakeSession();
  const std::string path = disk_.FilePath(0);
  const std::string whole = TextOfFile(path);
  for (size_t offset = 0; offset < whole.size(); offset += 97) {
    SessionOnDisk::FlipByte(path, offset);
    EXPECT_EQ(Run("verify " + path).code, 3) << offset;
    SessionOnDisk::FlipByte(path, offset);
  }
}

TEST_F(CliTest, VerifySeesThatAFileOfTheSessionIsGone) {
  disk_.max_file_bytes = 1;
  const uint32_t ring = disk_.AddRing(0);
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(5, 10, 1), ring).ok());
  ASSERT_TRUE(disk_.Append(0, RingBytes().AddTask(6, 10, 2), ring).ok());
  disk_.Close(Info(true));
  EXPECT_EQ(Run("verify " + disk_.directory()).code, 0);
  std::filesystem::remove(disk_.FilePath(0, 1));
  const Outcome outcome = Run("verify " + disk_.directory());
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.out.find("the ledger says that 1 more records were stored"), std::string::npos)
      << outcome.out;
}

}  // namespace
}  // namespace aclprof
