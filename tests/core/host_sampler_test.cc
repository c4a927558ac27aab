// The samples of the host within sessions: what was asked for, from Start to Stop, by one thread that ends.

#include "core/host_sampler.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/process.h"
#include "core/session.h"
#include "tests/support/child_process.h"
#include "tests/support/fake_proc.h"
#include "tests/support/pipeline_fixture.h"

namespace aclprof {
namespace {

constexpr uint64_t kSamples = uint64_t{1} << ACLPROFX_KIND_SAMPLE;

TEST(NextDue, KeepsThePhaseAndSkipsWhatWasMissed) {
  EXPECT_EQ(NextDue(100, 99, 20), 100);
  EXPECT_EQ(NextDue(100, 100, 20), 120);
  EXPECT_EQ(NextDue(100, 119, 20), 120);
  EXPECT_EQ(NextDue(100, 120, 20), 140);
  EXPECT_EQ(NextDue(100, 1000001, 20), 1000020);
}

class HostSamples : public PipelineTest {
 protected:
  void SetUp() override {
    PipelineTest::SetUp();
    Process::Get().sampler.root = proc_.root();
  }
  void TearDown() override {
    Process::Get().sampler.root.clear();
    PipelineTest::TearDown();
  }
  std::shared_ptr<Session> StartSampling(uint32_t sources, uint64_t kinds = kSamples) {
    SessionOptions options;
    options.base_directory = base();
    options.kinds = kinds;
    options.host = {sources, 1};
    std::shared_ptr<Session> session;
    const Status started = Pipeline::Get().Start(options, &session);
    EXPECT_TRUE(started.ok()) << started.ToString();
    return session;
  }
  // The counters in the session, each with how often; its ledger must balance.
  std::map<std::string, int> StopAndCount(const std::shared_ptr<Session>& session) {
    EXPECT_EQ(Stop(session), StopOutcome::kWhole);
    EXPECT_EQ(SessionLedger(*session).Total().Dropped(), 0u);
    std::map<std::string, int> counters;
    uint64_t records = 0;
    std::unique_ptr<SessionReader> reader;
    EXPECT_TRUE(SessionReader::Open(SessionDirectory(*session), &reader).ok());
    const auto cursor = reader->Records({});
    for (RecordView record; cursor->Next(&record); ++records) {
      EXPECT_EQ(record.kind, ACLPROFX_KIND_SAMPLE);
      EXPECT_EQ(record.device_id, -1);
      aclprofx_sample sample;
      std::memcpy(&sample, record.payload, sizeof(sample));
      ++counters[std::string(reader->String(sample.counter))];
    }
    EXPECT_EQ(SessionLedger(*session).Total().Stored(), records);
    return counters;
  }
  static int SamplingThreads() {
    int found = 0;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
      std::string name;
      std::getline(std::ifstream(thread.path() / "comm"), name);
      found += name == "aclprof-sample";
    }
    return found;
  }

  FakeProc proc_;
};

TEST_F(HostSamples, EvenTheShortestSessionHasTheValuesOfItsWholeTime) {
  const auto counters = StopAndCount(StartSampling(kProcessCpu | kProcessMemory));
  EXPECT_GE(counters.at("CPU 0"), 1);
  EXPECT_EQ(counters.at("CPU 0"), counters.at("CPU 1"));
  EXPECT_EQ(counters.at("CPU 0"), counters.at("CPU Avg"));
  EXPECT_EQ(counters.at("Memory Usage"), counters.at("CPU Avg") + 1);
  EXPECT_EQ(counters.at("Host Memory Total"), 1);
  EXPECT_EQ(counters.size(), 6u);
}

TEST_F(HostSamples, WhatIsNotAskedForIsNotThere) {
  EXPECT_TRUE(StopAndCount(StartSampling(0)).empty());
  const auto counters = StopAndCount(StartSampling(kHostMemory));
  EXPECT_EQ(counters.size(), 2u);
  EXPECT_EQ(counters.count("Host Memory"), 1u);
  EXPECT_EQ(counters.count("Process"), 1u);
}

TEST_F(HostSamples, OneThreadServesAllSessionsAndEndsWithTheLast) {
  const auto first = StartSampling(kHostMemory);
  const auto second = StartSampling(kHostMemory);
  const auto third = StartSampling(0);
  StopAndCount(first);
  EXPECT_FALSE(StopAndCount(second).empty());
  EXPECT_EQ(SamplingThreads(), 0);
  Stop(third);
}

TEST_F(HostSamples, ASessionOfOtherKindsIsNotFilled) {
  const auto tasks = Start({0});
  const auto samples = StartSampling(kHostMemory);
  EXPECT_FALSE(StopAndCount(samples).empty());
  EXPECT_TRUE(StopAndCount(tasks).empty());
}

TEST_F(HostSamples, WhatIsMissingOnTheHostCostsNothingElse) {
  proc_.Remove("/proc/self");
  const auto counters = StopAndCount(StartSampling(kProcessDisk | kHostMemory));
  EXPECT_EQ(counters.size(), 1u);
}

TEST_F(HostSamples, AForkedChildIsNotSampled) {
  const auto session = StartSampling(kHostMemory);
  EXPECT_EQ(RunInChild([] { return SamplingThreads(); }), 0);
  EXPECT_FALSE(StopAndCount(session).empty());
}

}  // namespace
}  // namespace aclprof
