// `aclprof bench` as a user runs it: exit code, what it prints, and a ledger that holds to the unit.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/interrupted_program.h"
#include "tests/support/program_run.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {
namespace {

class BenchCommand : public testing::Test {
 protected:
  Outcome Run(const std::string& arguments) {
    return RunCommand("cd " + folder_.path() + "; " ACLPROF_PROGRAM " " + arguments,
                      folder_.path());
  }

  nlohmann::json Bench(const std::string& arguments, int expected_code) {
    const Outcome outcome = Run("bench --json " + arguments);
    EXPECT_EQ(outcome.code, expected_code) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return nlohmann::json::parse(outcome.out, nullptr, false);
  }

  static void ExpectBalance(const nlohmann::json& result) {
    const nlohmann::json& ledger = result["ledger"];
    uint64_t dropped = 0;
    for (const auto& cause : ledger["by_cause"]) dropped += cause.get<uint64_t>();
    EXPECT_GT(result["fed"].get<uint64_t>(), 0u);
    EXPECT_EQ(ledger["emitted"], result["fed"]);
    EXPECT_EQ(ledger["dropped"], dropped);
    EXPECT_EQ(ledger["emitted"].get<uint64_t>(), ledger["stored"].get<uint64_t>() + dropped);
  }

  std::vector<std::string> Sessions() const {
    std::vector<std::string> paths;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() + "/out", none))
      paths.push_back(entry.path());
    return paths;
  }

  TemporaryDirectory folder_;
};

TEST_F(BenchCommand, LosslessRunStoresWhatWasFed) {
  const nlohmann::json result = Bench("--seconds 0.2", 0);
  ExpectBalance(result);
  EXPECT_EQ(result["ledger"]["dropped"], 0);
  EXPECT_GT(result["records_per_second"].get<double>(), 0);
  EXPECT_GT(result["bytes_per_record"].get<double>(), 0);
  EXPECT_GT(result["emit_ns"]["median"].get<double>(), 0);
  EXPECT_GE(result["emit_ns"]["p99"], result["emit_ns"]["median"]);
  EXPECT_GT(result["cpu_s_per_mrec"].get<double>(), 0);
  EXPECT_GT(result["stop_ms"].get<double>(), 0);
}

TEST_F(BenchCommand, ManyThreadsOverDevicesKeepTheLedger) {
  const nlohmann::json result = Bench("--threads 16 --devices 3 --seconds 0.02 --output out", 0);
  ExpectBalance(result);
  ASSERT_EQ(Sessions().size(), 1u);
  const Outcome info = Run("info --json " + Sessions()[0]);
  EXPECT_EQ(info.code, 0) << info.err;
  const nlohmann::json session = nlohmann::json::parse(info.out, nullptr, false);
  EXPECT_EQ(session["devices"].size(), 3u);
  EXPECT_EQ(session["ledger"]["stored"], result["ledger"]["stored"]);
  EXPECT_EQ(result["directory"].get<std::string>(), Sessions()[0]);
}

TEST_F(BenchCommand, OverloadUnderPolicyDropIsCountedAndExitsWithFive) {
  // Many threads fill their rings faster than anybody empties them.
  const nlohmann::json result = Bench("--threads 32 --policy drop --seconds 0.1", 5);
  ExpectBalance(result);
  EXPECT_GT(result["ledger"]["by_cause"]["ring_full"].get<uint64_t>(), 0u);
}

TEST_F(BenchCommand, RateIsKept) {
  const nlohmann::json result = Bench("--threads 2 --rate 20000 --seconds 0.2", 0);
  ExpectBalance(result);
  // Warm-up and a burst of each thread included; never more than was asked for.
  EXPECT_LE(result["fed"].get<uint64_t>(), 20000u);
}

TEST_F(BenchCommand, SessionIsRemovedUnlessOutputIsGiven) {
  const std::string temporary = folder_.path() + "/tmp";
  std::filesystem::create_directory(temporary);
  EXPECT_EQ(RunCommand("TMPDIR=" + temporary + " " ACLPROF_PROGRAM " bench --seconds 0.01",
                       folder_.path())
                .code,
            0);
  EXPECT_TRUE(std::filesystem::is_empty(temporary));
}

TEST_F(BenchCommand, TextNamesEveryFigure) {
  const Outcome outcome = Run("bench --seconds 0.01 --output out");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* label :
       {"sustained", "an emit", "processor", "on disk", "stop", "ledger", "session"})
    EXPECT_NE(outcome.out.find(std::string("\n  ") + label), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("+ dropped 0\n"), std::string::npos) << outcome.out;
}

TEST_F(BenchCommand, WrongOptionsAreWrongUsage) {
  for (const char* wrong : {"--threads 0", "--threads 257", "--devices 65", "--rate -1",
                            "--rate fast", "--policy overwrite", "--seconds 0", "--loop"})
    EXPECT_EQ(Run(std::string("bench ") + wrong).code, 2) << wrong;
}

TEST_F(BenchCommand, OutputThatCanNotBeMadeIsNamed) {
  ASSERT_EQ(RunCommand("touch " + folder_.path() + "/out", folder_.path()).code, 0);
  const Outcome outcome = Run("bench --seconds 0.01 --output out/below");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("out/below"), std::string::npos) << outcome.err;
}

TEST_F(BenchCommand, InterruptedRunClosesItsSession) {
  RunUntil({ACLPROF_PROGRAM, "bench", "--seconds", "3600", "--rate", "1000", "--output",
            folder_.path() + "/out"},
           [this] { return !Sessions().empty(); });
  EXPECT_EQ(Run("verify " + Sessions().at(0)).code, 0);
}

}  // namespace
}  // namespace aclprof
