// After fork: the child is inert until it starts afresh, and the parent does not notice.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "core/process.h"
#include "core/session.h"
#include "tests/support/child_process.h"
#include "tests/support/pipeline_fixture.h"

namespace aclprof {
namespace {

class Fork : public PipelineTest {
 protected:
  // A session of the child's own: 0 when everything it emitted came out whole.
  int RunSession(uint32_t records) {
    SyntheticDevice device(0);
    const auto session = Start({0});
    if (session == nullptr) return 10;
    for (uint32_t i = 0; i < records; ++i)
      if (!device.Emit(0, i) || !EmitHostTask(1, i)) return 11;
    if (Stop(session) != StopOutcome::kWhole) return 12;
    const LedgerRow total = SessionLedger(*session).Total();
    if (total.Stored() != 2 * records || total.Dropped() != 0) return 13;
    Pipeline::Get().Shutdown();
    return ReadSession(SessionDirectory(*session)).tasks.size() == 2 * records ? 0 : 14;
  }
};

TEST_F(Fork, ChildOfASessionEmitsNothing) {
  SyntheticDevice device(0);
  const auto session = Start({0});
  ASSERT_TRUE(device.Emit(0, 0));
  ASSERT_TRUE(EmitHostTask(1, 0));
  EXPECT_EQ(RunInChild([&] { return device.Emit(0, 1) || EmitHostTask(1, 1) ? 1 : 0; }), 0);
  ASSERT_TRUE(device.Emit(0, 2));
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
  EXPECT_EQ(SessionLedger(*session).Total().Emitted(), 3u);
  EXPECT_EQ(ReadSession(SessionDirectory(*session)).tasks.size(), 3u);
}

TEST_F(Fork, ChildStartsAfresh) {
  SKIP_WHERE_A_CHILD_CANNOT_HAVE_THREADS();
  SyntheticDevice device(0);
  const auto session = Start({0});
  ASSERT_TRUE(EmitHostTask(1, 0));
  EXPECT_EQ(RunInChild([this] { return RunSession(1000); }), 0);
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
  EXPECT_EQ(SessionLedger(*session).Total().Emitted(), 1u);
}

TEST_F(Fork, ChildStartsAfreshAfterTheParentHasStopped) {
  SKIP_WHERE_A_CHILD_CANNOT_HAVE_THREADS();
  const auto session = Start({0});
  Stop(session);
  Pipeline::Get().Shutdown();
  EXPECT_EQ(RunInChild([this] { return RunSession(1000); }), 0);
  EXPECT_EQ(RunSession(1000), 0);
}

TEST_F(Fork, IdsInternedByTheParentStayGoodInTheChild) {
  const uint32_t id = aclprofx_intern("MatMul", 6);
  EXPECT_EQ(RunInChild([id] {
              std::string_view bytes;
              if (!ProcessNames().Lookup({DictionarySpace::kString, id}, &bytes)) return 1;
              return bytes == "MatMul" && aclprofx_intern("MatMul", 6) == id ? 0 : 2;
            }),
            0);
}

TEST_F(Fork, UnderLoadNeitherSideHangsOrLoses) {
  SKIP_WHERE_A_CHILD_CANNOT_HAVE_THREADS();
  SKIP_WHERE_A_CHILD_CANNOT_ALLOCATE();
  Settings settings = GetSettings();
  settings.policy = ACLPROFX_POLICY_BLOCK;
  settings.wait_bound_ns = 0;
  Change(settings);
  const auto session = Start({0});
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> emitted{0};
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (uint32_t i = 0; !stop; ++i) {
        emitted += EmitHostTask(t, i);
        const std::string name = "op" + std::to_string(t) + "_" + std::to_string(i % 1000);
        aclprofx_intern(name.data(), name.size());
      }
    });
  for (int round = 0; round < 20; ++round)
    EXPECT_EQ(RunInChild([this] { return RunSession(100); }), 0) << round;
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
  EXPECT_EQ(SessionLedger(*session).Total().Emitted(), emitted);
  EXPECT_EQ(SessionLedger(*session).Total().Stored(), emitted);
}

TEST_F(Fork, ChildThatReturnsFromMainEnds) {
  const auto session = Start({0});
  ASSERT_TRUE(EmitHostTask(0, 0));
  // exit, not _exit: destructors run in the child, TBB's among them.
  EXPECT_EQ(RunInChild([]() -> int { std::exit(0); }), 0);
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
}

}  // namespace
}  // namespace aclprof
