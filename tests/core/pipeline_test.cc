// From rings to files and back, in one process, with the ledger of every session.

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include "core/control_log.h"
#include "core/process.h"
#include "core/session.h"
#include "tests/support/pipeline_fixture.h"

namespace aclprof {
namespace {

uint64_t StoredTasks(const Session& session) {
  return SessionLedger(session).Total().stored[ACLPROFX_KIND_TASK];
}

TEST_F(PipelineTest, EverythingEmittedBeforeStopIsStored) {
  SyntheticDevice device(0);
  const auto session = Start({0});
  for (uint32_t i = 0; i < 100000; ++i) ASSERT_TRUE(device.Emit(7, i));
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
  const LedgerRow total = SessionLedger(*session).Total();
  EXPECT_EQ(total.Emitted(), 100000u);
  EXPECT_EQ(total.Dropped(), 0u);
  const ReadBack back = ReadSession(SessionDirectory(*session));
  EXPECT_EQ(back.tasks.size(), 100000u);
  for (const auto& [key, times] : back.tasks) ASSERT_EQ(times, 1);
}

TEST_F(PipelineTest, NothingBeforeStartOrAfterStopIsStored) {
  SyntheticDevice device(0);
  EXPECT_FALSE(device.Emit(0, 0));
  const auto session = Start({0});
  EXPECT_TRUE(device.Emit(0, 1));
  Stop(session);
  EXPECT_FALSE(device.Emit(0, 2));
  EXPECT_EQ(StoredTasks(*session), 1u);
}

TEST_F(PipelineTest, RecordBegunBeforeStopAndLandingAfterIsInNoSession) {
  const uint64_t out_of_session_before = Process::Get().registry.counts().out_of_session;
  SyntheticDevice device(0);
  const auto first = Start({0});
  void* const late = aclprofx_begin(device.ring(), ACLPROFX_KIND_TASK, sizeof(aclprofx_task));
  ASSERT_NE(late, nullptr);
  std::memset(late, 0, sizeof(aclprofx_task));
  Stop(first);
  const auto second = Start({0});
  aclprofx_commit(device.ring());
  EXPECT_TRUE(device.Emit(1, 1));
  Stop(second);
  EXPECT_EQ(StoredTasks(*first), 0u);
  EXPECT_EQ(StoredTasks(*second), 1u);
  EXPECT_EQ(Process::Get().registry.counts().out_of_session, out_of_session_before + 1);
  EXPECT_EQ(ReadSession(SessionDirectory(*second)).tasks.size(), 1u);
}

TEST_F(PipelineTest, RecordLandingWhereNoSessionRunsIsOutOfSession) {
  const RegistryCounts before = Process::Get().registry.counts();
  SyntheticDevice device(0);
  const auto other = Start({1});  // so that the collector goes on
  const auto session = Start({0});
  void* const late = aclprofx_begin(device.ring(), ACLPROFX_KIND_TASK, sizeof(aclprofx_task));
  ASSERT_NE(late, nullptr);
  std::memset(late, 0, sizeof(aclprofx_task));
  Stop(session);
  aclprofx_commit(device.ring());
  Stop(other);
  Pipeline::Get().Shutdown();
  const RegistryCounts after = Process::Get().registry.counts();
  EXPECT_EQ(after.committed - before.committed, 1u);
  EXPECT_EQ(after.out_of_session - before.out_of_session, 1u);
}

TEST_F(PipelineTest, RecordsAfterManyStartsAndStopsOfOthersAreKept) {
  Settings settings = GetSettings();
  settings.flush_interval_ns = 1000000;
  Change(settings);
  SyntheticDevice device(0);
  const auto session = Start({0});
  ASSERT_TRUE(device.Emit(0, 0));
  while (StoredTasks(*session) == 0) std::this_thread::yield();
  // As 40,000 of them would leave it.
  __atomic_fetch_add(&device.ring()->gate, uint64_t{40000} << 48, __ATOMIC_RELAXED);
  for (uint32_t i = 1; i <= 100; ++i) ASSERT_TRUE(device.Emit(0, i));
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
  EXPECT_EQ(StoredTasks(*session), 101u);
}

TEST_F(PipelineTest, NewFlushIntervalHoldsForTheNextSession) {
  SyntheticDevice device(0);
  Settings settings = GetSettings();
  settings.flush_interval_ns = kMostWaitNs;
  Change(settings);
  Stop(Start({0}));
  settings.flush_interval_ns = 1000000;
  Change(settings);
  const auto session = Start({0});
  ASSERT_TRUE(device.Emit(0, 0));
  while (StoredTasks(*session) == 0) std::this_thread::yield();
  Stop(session);
}

TEST_F(PipelineTest, LongestStopBoundIsNoShortOne) {
  Settings settings = GetSettings();
  settings.stop_bound_ns = kMostWaitNs;
  Change(settings);
  EXPECT_EQ(Stop(Start({0})), StopOutcome::kWhole);
  settings.stop_bound_ns = kMostWaitNs + 1;
  EXPECT_EQ(SetSettings(settings).code(), StatusCode::kInvalidArgument);
}

TEST_F(PipelineTest, LogLineArrivesBetweenSessions) {
  static std::atomic<int> lines;
  lines = 0;
  Process::Get().log.SetSink([](void*, int, const char*) { ++lines; }, nullptr);
  Stop(Start({0}));
  while (lines < 2) std::this_thread::yield();  // started, stopped
  LogFailure("a call that fails");
  while (lines < 3) std::this_thread::yield();
  Process::Get().log.SetSink(nullptr, nullptr);
}

TEST_F(PipelineTest, OnlyListedDevicesAreCollected) {
  SyntheticDevice listed(0);
  SyntheticDevice other(1);
  const auto session = Start({0});
  EXPECT_TRUE(listed.Emit(0, 0));
  EXPECT_FALSE(other.Emit(1, 0));
  Stop(session);
  EXPECT_EQ(StoredTasks(*session), 1u);
  EXPECT_FALSE(std::filesystem::exists(SessionDirectory(*session) + "/device_1"));
}

TEST_F(PipelineTest, DeviceThatComesUpDuringASessionIsCollected) {
  const auto session = Start({0, 3});
  SyntheticDevice device(3);
  EXPECT_TRUE(device.Emit(3, 0));
  Stop(session);
  EXPECT_EQ(StoredTasks(*session), 1u);
}

TEST_F(PipelineTest, DeviceAddedLaterIsCollectedFromThenOn) {
  SyntheticDevice device(5);
  const auto session = Start({});
  EXPECT_FALSE(device.Emit(0, 0));
  ASSERT_TRUE(Pipeline::Get().AddDevice(session, 5).ok());
  EXPECT_TRUE(device.Emit(0, 1));
  Stop(session);
  EXPECT_EQ(StoredTasks(*session), 1u);
  EXPECT_TRUE(std::filesystem::exists(SessionDirectory(*session) + "/device_5/data"));
}

TEST_F(PipelineTest, ClosedProducerLosesNothing) {
  const auto session = Start({0});
  {
    SyntheticDevice device(0);
    for (uint32_t i = 0; i < 1000; ++i) ASSERT_TRUE(device.Emit(0, i));
  }
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
  EXPECT_EQ(StoredTasks(*session), 1000u);
}

TEST_F(PipelineTest, ThreadThatEndsAtOnceLosesNothing) {
  const auto session = Start({});
  constexpr int kThreads = 50;
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < kThreads; ++t)
    threads.emplace_back([t] {
      for (uint32_t i = 0; i < 10; ++i) EmitHostTask(t, i);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
  const LedgerRow total = SessionLedger(*session).Total();
  EXPECT_EQ(total.Stored(), kThreads * 10u);
  EXPECT_EQ(total.Emitted(), kThreads * 10u);
  EXPECT_EQ(ReadSession(SessionDirectory(*session)).tasks.size(), kThreads * 10u);
}

TEST_F(PipelineTest, LedgerOfMoreThreadsThanItHasRowsCloses) {
  Settings settings = GetSettings();
  settings.host_ring_bytes =
      8192;  // thousands of them fit below the cap, however slow the collector is
  settings.block_bytes = 4096;
  Change(settings);
  constexpr uint32_t kThreads = Session::kRingRows + 100;
  const auto session = Start({0});
  for (uint32_t t = 0; t < kThreads; ++t) std::thread([t] { EmitHostTask(t, 0); }).join();
  SyntheticDevice device(0);
  EXPECT_TRUE(device.Emit(kThreads, 0));
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
  const Ledger ledger = SessionLedger(*session);
  EXPECT_EQ(ledger.Total().Emitted(), kThreads + 1);
  EXPECT_EQ(ledger.Total().Stored(), kThreads + 1);
  EXPECT_EQ(ledger.by_ring.size(), Session::kRingRows + 1) << "the device has a row at any time";
  EXPECT_EQ(ledger.unattributed.Stored(), 100u);
  const ReadBack back = ReadSession(SessionDirectory(*session));
  EXPECT_EQ(back.tasks.size(), kThreads + 1);
  EXPECT_EQ(back.reader->ledger().Total().Stored(), kThreads + 1);
  EXPECT_EQ(back.reader->missing_records(), 0u);
}

struct EmitsWhenItDies {
  explicit EmitsWhenItDies(uint32_t number) : sequence(number) {}
  ~EmitsWhenItDies() { EmitHostTask(1, sequence); }
  uint32_t sequence;
};

TEST_F(PipelineTest, DestructorsOfThreadLocalsStillEmit) {
  const auto session = Start({});
  std::thread([] {
    thread_local EmitsWhenItDies before(1);
    before.sequence = 1;
    EmitHostTask(1, 0);
    thread_local EmitsWhenItDies after(2);
    after.sequence = 2;
  }).join();
  Stop(session);
  EXPECT_EQ(StoredTasks(*session), 3u);
}

TEST_F(PipelineTest, OverlappingSessionsStandAlone) {
  Settings settings = GetSettings();
  settings.policy = ACLPROFX_POLICY_BLOCK;
  settings.wait_bound_ns = 0;
  Change(settings);
  SyntheticDevice zero(0);
  SyntheticDevice one(1);
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> emitted_by_host{0};
  const auto first = Start({0}, kTasks | kMarks);
  std::thread host([&] {
    for (uint32_t i = 0; !stop; ++i) emitted_by_host += EmitHostTask(9, i);
  });
  ASSERT_TRUE(zero.Emit(0, 0));
  const auto second = Start({1}, kTasks);
  ASSERT_TRUE(zero.Emit(0, 1));
  ASSERT_TRUE(one.Emit(1, 0));
  EXPECT_EQ(Stop(first), StopOutcome::kWhole);
  EXPECT_FALSE(zero.Emit(0, 2));
  ASSERT_TRUE(one.Emit(1, 1));
  stop = true;
  host.join();
  EXPECT_EQ(Stop(second), StopOutcome::kWhole);
  for (const auto& session : {first, second}) {
    const ReadBack back = ReadSession(SessionDirectory(*session));
    EXPECT_EQ(back.tasks.size(), StoredTasks(*session));
    EXPECT_EQ(SessionLedger(*session).Total().Dropped(), 0u);
    for (const auto& [key, times] : back.tasks) ASSERT_EQ(times, 1);
  }
  EXPECT_LE(StoredTasks(*first), emitted_by_host + 2);
  EXPECT_LE(StoredTasks(*second), emitted_by_host + 2);
}

TEST_F(PipelineTest, SessionSeesOnlyItsKindsInASharedRing) {
  SyntheticDevice device(0);
  const auto tasks = Start({0}, kTasks);
  const auto marks = Start({0}, kMarks);
  ASSERT_TRUE(device.Emit(0, 0));
  Stop(marks);
  ASSERT_TRUE(device.Emit(0, 1));
  Stop(tasks);
  EXPECT_EQ(StoredTasks(*tasks), 2u);
  EXPECT_EQ(SessionLedger(*marks).Total().Emitted(), 0u);
  EXPECT_TRUE(ReadSession(SessionDirectory(*marks)).kinds.empty());
}

TEST_F(PipelineTest, FullRingIsCountedAndMarked) {
  Settings settings = GetSettings();
  settings.flush_interval_ns = 3600000000000;
  Change(settings);
  aclprofx_producer_options options{};
  options.capacity_bytes = 65536;
  options.block_bytes = 16384;
  options.policy = ACLPROFX_POLICY_DROP;
  SyntheticDevice device(0, options);
  const auto session = Start({0});
  uint64_t stored = 0;
  constexpr uint64_t kEmitted = 1000000;
  for (uint32_t i = 0; i < kEmitted; ++i) stored += device.Emit(0, i);
  Stop(session);
  const LedgerRow total = SessionLedger(*session).Total();
  EXPECT_EQ(total.Stored(), stored);
  EXPECT_GT(total.Stored(), 0u);
  EXPECT_GT(total.DroppedBy(ACLPROFX_DROP_RING_FULL), 0u);
  EXPECT_EQ(total.Emitted(), kEmitted);
  const ReadBack back = ReadSession(SessionDirectory(*session));
  EXPECT_EQ(back.tasks.size(), stored);
  uint64_t marked = 0;
  for (const aclprofx_loss& loss : back.losses) marked += loss.count;
  EXPECT_EQ(marked, total.Dropped());
}

TEST_F(PipelineTest, NoRingWithinTheCapIsCounted) {
  Settings settings = GetSettings();
  settings.ring_cap_bytes = 3 * settings.host_ring_bytes;
  Change(settings);
  const auto session = Start({});
  std::atomic<int> ready{0};
  std::atomic<bool> go{false};
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      EmitHostTask(t, 0);
      ++ready;
      while (!go) std::this_thread::yield();
    });
  while (ready != 8) std::this_thread::yield();
  go = true;
  for (std::thread& thread : threads) thread.join();
  Stop(session);
  const LedgerRow total = SessionLedger(*session).Total();
  EXPECT_EQ(total.Emitted(), 8u);
  EXPECT_EQ(total.DroppedBy(ACLPROFX_DROP_NO_RING), 6u);
}

TEST_F(PipelineTest, TaskThatStillRunsAtStopIsOpenEnded) {
  SyntheticDevice device(0);
  const auto session = Start({0});
  const aclprofx_task_linked running{{aclprofx_ticks(), 0, 4, 5, 0, 0, 0}, 6, 7, 8, 9, 10};
  aclprofx_set_running(device.ring(), &running);
  Stop(session);
  const ReadBack back = ReadSession(SessionDirectory(*session));
  ASSERT_EQ(back.open_ended.size(), 1u);
  EXPECT_EQ(back.open_ended[0].task.start, running.task.start);
  EXPECT_GT(back.open_ended[0].task.duration, 0u);
  EXPECT_EQ(back.open_ended[0].task.flags, ACLPROFX_TASK_OPEN_ENDED);
  EXPECT_EQ(SessionLedger(*session).open_ended, 1u);
  EXPECT_EQ(SessionLedger(*session).Total().Emitted(), 0u);
}

TEST_F(PipelineTest, ThousandSessionsInARow) {
  SyntheticDevice device(0);
  for (uint32_t round = 0; round < 1000; ++round) {
    const auto session = Start({0});
    for (uint32_t i = 0; i < 100; ++i) ASSERT_TRUE(device.Emit(round, i));
    ASSERT_EQ(Stop(session), StopOutcome::kWhole);
    ASSERT_EQ(StoredTasks(*session), 100u);
    std::filesystem::remove_all(SessionDirectory(*session));
  }
}

TEST_F(PipelineTest, StartBelowAFileFailsAndLeavesNothing) {
  SessionOptions options;
  options.base_directory = "/proc/version/below";
  options.kinds = kTasks;
  std::shared_ptr<Session> session;
  const Status started = Pipeline::Get().Start(options, &session);
  EXPECT_FALSE(started.ok());
  EXPECT_NE(started.message().find("/proc/version"), std::string::npos);
  EXPECT_EQ(session, nullptr);
  EXPECT_FALSE(Process::Get().collector.running());
}

TEST_F(PipelineTest, InfoSaysWhetherTheRunWasComplete) {
  const auto session = Start({0});
  Stop(session);
  std::unique_ptr<SessionReader> reader;
  ASSERT_TRUE(SessionReader::Open(SessionDirectory(*session), &reader).ok());
  EXPECT_TRUE(reader->info().complete);
  EXPECT_NE(reader->info().info_json.find("\"run_complete\": false"), std::string::npos);
  Pipeline::Get().MarkRunComplete();
  ASSERT_TRUE(SessionReader::Open(SessionDirectory(*session), &reader).ok());
  EXPECT_NE(reader->info().info_json.find("\"run_complete\": true"), std::string::npos);
}

}  // namespace
}  // namespace aclprof
