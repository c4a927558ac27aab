// Memory that is refused on the threads that collect and encode: nothing ends the process, and the ledger closes. (The
// session's own thread writes info.json, and nlohmann's destructors need memory themselves.)

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/session.h"
#include "tests/support/pipeline_fixture.h"

namespace {

// How many allocations on threads of ours may still succeed; after them some fail. Negative: all succeed.
std::atomic<int> until_refused{-1};
constexpr int kRefusals = 3;

bool OnThreadOfOurs() {
  char name[16] = "";
  pthread_getname_np(pthread_self(), name, sizeof(name));
  return std::strcmp(name, "aclprof-collect") == 0 || std::strcmp(name, "aclprof-encode") == 0;
}

bool IsRefused() {
  if (until_refused.load(std::memory_order_relaxed) <= -1000 || !OnThreadOfOurs()) return false;
  const int left = until_refused.fetch_sub(1, std::memory_order_relaxed);
  return left <= 0 && left > -kRefusals;
}

}  // namespace

// Both of one kind, which the compiler can't see once they are inlined.
#define NOT_INLINED __attribute__((noinline))

NOT_INLINED void* operator new(size_t bytes) {
  if (until_refused.load(std::memory_order_relaxed) >= -kRefusals && IsRefused())
    throw std::bad_alloc();
  if (void* const memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
NOT_INLINED void operator delete(void* memory) noexcept { std::free(memory); }
NOT_INLINED void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace aclprof {
namespace {

class MemoryFault : public PipelineTest {
 protected:
  void TearDown() override {
    until_refused = -1000;
    PipelineTest::TearDown();
  }
};

TEST_F(MemoryFault, OnThreadsOfOursIsCountedAndEndsNothing) {
  constexpr uint32_t kRecords = 3000;
  for (int allowed = 0; allowed < 150; ++allowed) {
    until_refused = -1000;
    SyntheticDevice device(0);
    const auto session = Start({0});
    until_refused = allowed;
    uint64_t taken = 0;
    for (uint32_t i = 0; i < kRecords; ++i) taken += device.Emit(0, i);
    const StopOutcome outcome = Stop(session);
    until_refused = -1000;
    ASSERT_NE(outcome, StopOutcome::kTimedOut) << allowed;
    const LedgerRow total = SessionLedger(*session).Total();
    ASSERT_EQ(total.Emitted(), kRecords) << allowed;
    ASSERT_EQ(total.Stored() + total.DroppedBy(ACLPROFX_DROP_WRITE_FAILED), taken) << allowed;
    if (outcome == StopOutcome::kDegraded) continue;
    ASSERT_EQ(ReadSession(SessionDirectory(*session)).tasks.size(), total.Stored()) << allowed;
  }
}

}  // namespace
}  // namespace aclprof
