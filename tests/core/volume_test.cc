// Many records through the whole pipeline: memory stays flat, the ledger is exact, and what is read back is what was
// emitted, by a checksum over every payload in order.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/checksum.h"
#include "core/session.h"
#include "tests/support/pipeline_fixture.h"

namespace aclprof {
namespace {

#ifndef VOLUME_RECORDS
#define VOLUME_RECORDS 2000000
#endif
constexpr uint32_t kRecords = VOLUME_RECORDS;
constexpr uint64_t kMiB = uint64_t{1} << 20;
// Beyond rings, whatever the number of records. The sanitizers' own memory is not ours to bound.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr uint64_t kGrowthBytes = UINT64_MAX;
#else
constexpr uint64_t kGrowthBytes = 24 * kMiB;
#endif

// A record follows from its number, so that none of them needs to be kept.
aclprofx_task TaskOf(uint32_t number) {
  const uint64_t mixed = (number + 1) * 0x9E3779B97F4A7C15u;
  aclprofx_task task{};
  task.start = 1000000 + uint64_t{number} * 50000 + (mixed >> 50);
  task.duration = 2000 + (mixed >> 33) % (number % 1000 == 0 ? 900000000 : 40000);
  task.stream_id = static_cast<uint32_t>(mixed >> 61);
  task.task_id = number;
  task.op = static_cast<uint32_t>(mixed >> 20) % 200;
  task.type = static_cast<uint16_t>(task.op % 5);
  task.flags = 0;
  return task;
}

class Sum {
 public:
  void Add(const aclprofx_task& task) { value_ = Checksum(&task, sizeof(task), value_); }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0;
};

uint64_t ResidentBytes() {
  std::ifstream statm("/proc/self/statm");
  uint64_t pages = 0, resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

class VolumeTest : public PipelineTest {
 protected:
  void SetUp() override {
    PipelineTest::SetUp();
    Settings settings = GetSettings();
    settings.policy = ACLPROFX_POLICY_BLOCK;
    settings.wait_bound_ns = 0;
    // An idle machine's disk may stall longer than a service would wait.
    settings.write_stall_ns = uint64_t{600} * 1000000000;
    settings.stop_bound_ns = uint64_t{600} * 1000000000;
    Change(settings);
  }
  // Gives the resident bytes at each hundredth of the way, once the ring has been round.
  std::vector<uint64_t> EmitAll(aclprofx_ring* ring, Sum* sum) {
    std::vector<uint64_t> resident;
    for (uint32_t i = 0; i < kRecords; ++i) {
      const aclprofx_task task = TaskOf(i);
      sum->Add(task);
      void* const payload = aclprofx_begin(ring, ACLPROFX_KIND_TASK, sizeof(task));
      if (payload == nullptr) return {};
      std::memcpy(payload, &task, sizeof(task));
      aclprofx_commit(ring);
      if (i >= kRecords / 5 && i % (kRecords / 100) == 0) resident.push_back(ResidentBytes());
    }
    return resident;
  }
  void ExpectFlat(const std::vector<uint64_t>& resident) {
    ASSERT_FALSE(resident.empty());
    const auto [least, most] = std::minmax_element(resident.begin(), resident.end());
    std::printf("resident, MiB: first %.1f least %.1f most %.1f last %.1f\n",
                static_cast<double>(resident.front()) / kMiB, static_cast<double>(*least) / kMiB,
                static_cast<double>(*most) / kMiB, static_cast<double>(resident.back()) / kMiB);
    EXPECT_LE(*most - *least, kGrowthBytes);
  }
};

TEST_F(VolumeTest, EveryRecordComesBackAndMemoryStaysFlat) {
  SyntheticDevice device(0);
  const auto session = Start({0});
  Sum emitted;
  ExpectFlat(EmitAll(device.ring(), &emitted));
  ASSERT_EQ(Stop(session), StopOutcome::kWhole);
  const LedgerRow total = SessionLedger(*session).Total();
  EXPECT_EQ(total.Emitted(), kRecords);
  EXPECT_EQ(total.Stored(), kRecords);

  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(SessionDirectory(*session), &reader).ok());
  const auto cursor = reader->Records({});
  Sum read;
  uint32_t count = 0;
  for (RecordView record; cursor->Next(&record); ++count) {
    ASSERT_EQ(record.payload_bytes, sizeof(aclprofx_task));
    aclprofx_task task;
    std::memcpy(&task, record.payload, sizeof(task));
    read.Add(task);
  }
  EXPECT_EQ(count, kRecords);
  EXPECT_EQ(read.value(), emitted.value());
  EXPECT_TRUE(reader->damage().empty());
}

}  // namespace
}  // namespace aclprof
