// What emitting threads ask of the system: nothing but the counted wakes of the collector, and no memory.

#include <gtest/gtest.h>

#include "tests/core/system_call_counter.h"
#include "tests/support/pipeline_fixture.h"

namespace {

thread_local bool watching = false;
thread_local uint64_t allocations = 0;

}  // namespace

extern "C" {
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* memory, size_t bytes);

void* malloc(size_t bytes) {
  allocations += watching ? 1 : 0;
  return __libc_malloc(bytes);
}
void* calloc(size_t count, size_t bytes) {
  allocations += watching ? 1 : 0;
  return __libc_calloc(count, bytes);
}
void* realloc(void* memory, size_t bytes) {
  allocations += watching ? 1 : 0;
  return __libc_realloc(memory, bytes);
}
}

namespace aclprof {
namespace {

constexpr uint32_t kRecords = 2000000;

struct Asked {
  uint64_t allocations;
  uint64_t system_calls;
  uint64_t wakes;
};

template <typename Emit>
Asked Watch(Emit emit) {
  allocations = 0;
  SystemCallCounter calls;
  watching = true;
  for (uint32_t i = 0; i < kRecords; ++i) emit(i);
  watching = false;
  calls.Stop();
  return {allocations, calls.Total(), calls.FutexWakes()};
}

class EmitSilence : public PipelineTest {
 protected:
  void SetUp() override {
    if (!SystemCallCounter::IsAvailable()) GTEST_SKIP() << "no system call dispatch here";
    PipelineTest::SetUp();
  }
  // Every record is either stored or dropped, so that what was watched was real.
  void ExpectLedger(const std::shared_ptr<Session>& session) {
    EXPECT_EQ(Stop(session), StopOutcome::kWhole);
    const LedgerRow total = SessionLedger(*session).Total();
    EXPECT_EQ(total.Emitted(), kRecords);
    EXPECT_EQ(total.Emitted(), total.Stored() + total.Dropped());
    EXPECT_GT(total.Stored(), 0u);
  }
};

TEST_F(EmitSilence, OfADeviceMakesNoSystemCallButWakesAndTakesNoMemory) {
  SyntheticDevice device(0);
  const auto session = Start({0});
  device.Emit(0, 0);  // faults in what is not prefaulted: this code
  const uint64_t wakes_before = device.ring()->wakes;
  const Asked asked = Watch([&](uint32_t i) {
    if (i != 0) device.Emit(0, i);
  });
  EXPECT_EQ(asked.allocations, 0u);
  EXPECT_EQ(asked.system_calls, asked.wakes);
  EXPECT_EQ(asked.wakes, device.ring()->wakes - wakes_before);
  ExpectLedger(session);
}

TEST_F(EmitSilence, OfAHostThreadMakesNoSystemCallButWakesAndTakesNoMemory) {
  const auto session = Start({0});
  EmitHostTask(0, 0);  // takes the thread's ring
  const Asked asked = Watch([](uint32_t i) {
    if (i != 0) EmitHostTask(0, i);
  });
  EXPECT_EQ(asked.allocations, 0u);
  EXPECT_EQ(asked.system_calls, asked.wakes);
  EXPECT_LE(asked.wakes, aclprofx_host_ring(ACLPROFX_KIND_TASK)->wakes);
  ExpectLedger(session);
}

// The counter itself: what it is there for, it sees.
TEST_F(EmitSilence, ASystemCallIsSeen) {
  SystemCallCounter calls;
  const pid_t parent = getppid();
  calls.Stop();
  EXPECT_GT(parent, 0);
  EXPECT_EQ(calls.Total(), 1u);
  EXPECT_EQ(calls.FutexWakes(), 0u);
}

}  // namespace
}  // namespace aclprof
