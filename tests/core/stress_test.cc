// Many producers at full speed: every record exactly once, or counted.
//
// Compiled twice: a short run for every change, a long one (label long) with a million records from each of 20 producers,
// 50 times.

#include <gtest/gtest.h>
#include <sched.h>
#include <tbb/global_control.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

#include "core/session.h"
#include "tests/support/pipeline_fixture.h"

#ifndef STRESS_RECORDS
#define STRESS_RECORDS 20000
#define STRESS_RUNS 5
#endif

namespace aclprof {
namespace {

constexpr uint32_t kThreads = 16;
constexpr uint32_t kDevices = 4;
constexpr uint32_t kProducers = kThreads + kDevices;
constexpr uint32_t kRecords = STRESS_RECORDS;
constexpr int kRuns = STRESS_RUNS;

// How often each (producer, sequence) was read: none, once, or more.
class Attendance {
 public:
  Attendance() : seen_(kProducers, std::vector<bool>(kRecords)) {}
  void Read(const std::string& directory) {
    std::unique_ptr<SessionReader> reader;
    ASSERT_TRUE(SessionReader::Open(directory, &reader).ok());
    const auto cursor = reader->Records({uint64_t{1} << ACLPROFX_KIND_TASK, -2});
    for (RecordView record; cursor->Next(&record);) {
      aclprofx_task task;
      std::memcpy(&task, record.payload, sizeof(task));
      Mark(task.task_id, task.stream_id);
    }
    EXPECT_TRUE(reader->damage().empty());
  }
  uint64_t read() const { return read_; }
  uint64_t strange() const { return strange_; }

 private:
  void Mark(uint32_t producer, uint32_t sequence) {
    const bool known = producer < kProducers && sequence < kRecords;
    if (!known || seen_[producer][sequence]) {
      ++strange_;
      return;
    }
    seen_[producer][sequence] = true;
    ++read_;
  }
  std::vector<std::vector<bool>> seen_;
  uint64_t read_ = 0;
  uint64_t strange_ = 0;  // duplicates, and what nobody emitted
};

class Stress : public PipelineTest {
 protected:
  // However little of the machine a test gets, that is no stalled disk.
  static Settings Patient() {
    Settings settings = GetSettings();
    settings.write_stall_ns = settings.stop_bound_ns = kMostWaitNs;
    return settings;
  }

  // Every producer emits its records as fast as it can; how many were taken.
  uint64_t EmitAll(const std::vector<std::unique_ptr<SyntheticDevice>>& devices) {
    std::atomic<uint64_t> taken{0};
    std::vector<std::thread> threads;
    for (uint32_t p = 0; p < kProducers; ++p)
      threads.emplace_back([&, p] {
        uint64_t mine = 0;
        for (uint32_t i = 0; i < kRecords; ++i)
          mine += p < kDevices ? devices[p]->Emit(p, i) : EmitHostTask(p, i);
        taken += mine;
      });
    for (std::thread& thread : threads) thread.join();
    return taken;
  }

  void RunOnce() {
    std::vector<std::unique_ptr<SyntheticDevice>> devices;
    for (uint32_t d = 0; d < kDevices; ++d) devices.push_back(std::make_unique<SyntheticDevice>(d));
    const auto session = Start({0, 1, 2, 3});
    const uint64_t taken = EmitAll(devices);
    ASSERT_EQ(Stop(session), StopOutcome::kWhole);
    total_ = SessionLedger(*session).Total();
    EXPECT_EQ(total_.Emitted(), uint64_t{kProducers} * kRecords);
    EXPECT_EQ(total_.Stored(), taken);
    Attendance attendance;
    attendance.Read(SessionDirectory(*session));
    EXPECT_EQ(attendance.read(), taken);
    EXPECT_EQ(attendance.strange(), 0u);
    std::filesystem::remove_all(SessionDirectory(*session));
  }

  void RunLossless() {
    Settings settings = Patient();
    settings.policy = ACLPROFX_POLICY_BLOCK;
    settings.wait_bound_ns = 0;
    Change(settings);
    for (int run = 0; run < kRuns && !HasFailure(); ++run) {
      RunOnce();
      EXPECT_EQ(total_.Dropped(), 0u);
    }
  }

  void RunDropping() {
    Settings settings = Patient();
    settings.policy = ACLPROFX_POLICY_DROP;
    settings.block_bytes = 16384;
    settings.host_ring_bytes = settings.device_ring_bytes = 65536;
    Change(settings);
    for (int run = 0; run < kRuns && !HasFailure(); ++run) {
      RunOnce();
      EXPECT_GT(total_.Stored(), 0u);
      EXPECT_GT(total_.Dropped(), 0u);
    }
  }

  LedgerRow total_;
};

void StayOnOneProcessor() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
}

TEST_F(Stress, PolicyBlockLosesNothing) { RunLossless(); }

TEST_F(Stress, PolicyDropCountsToTheUnit) { RunDropping(); }

TEST_F(Stress, OnOneProcessorPolicyBlockLosesNothing) {
  StayOnOneProcessor();
  RunLossless();
}

TEST_F(Stress, OnOneProcessorPolicyDropCountsToTheUnit) {
  StayOnOneProcessor();
  RunDropping();
}

TEST_F(Stress, UnderAnApplicationThatHoldsTbbToOneThread) {
  const tbb::global_control held(tbb::global_control::max_allowed_parallelism, 1);
  RunLossless();
}

}  // namespace
}  // namespace aclprof
