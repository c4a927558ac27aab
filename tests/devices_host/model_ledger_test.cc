// Models under many threads: eight of the application on four devices, with a session over all of their runs or over some.

#include <atomic>
#include <functional>
#include <map>
#include <thread>

#include "tests/devices_host/model_program.h"
#include "tests/devices_host/model_tasks.h"

namespace aclprof {
namespace {

constexpr int kThreads = 8;
constexpr int kDevices = 4;
constexpr size_t kSteps = 4;  // of SmallNetwork
constexpr int kRunsARound = 2;

// Each thread has a device, which it shares with another, and runs a model on it in rounds: a run that it waits for, and one
// that it launches and then waits for its stream.
class Workers {
 public:
  enum class Models { kOneADevice, kOneAThread };

  explicit Workers(Models models) {
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    for (int i = 0; i < kThreads; ++i) {
      EXPECT_EQ(aclrtSetDevice(i % kDevices), ACL_SUCCESS);
      const bool shares = models == Models::kOneADevice && i >= kDevices;
      models_.push_back(shares ? models_[i - kDevices] : Loaded(SmallNetwork()));
    }
  }
  ~Workers() { EXPECT_EQ(aclFinalize(), ACL_SUCCESS); }

  // `more` is asked before each round, with the number of those before it.
  void Start(const std::function<bool(int)>& more) {
    for (int i = 0; i < kThreads; ++i)
      threads_.emplace_back([this, i, more] { Work(i % kDevices, models_[i], more); });
  }
  void WaitForRounds(int count) const {
    for (const int from = rounds_; rounds_ < from + count && !testing::Test::HasFailure();)
      std::this_thread::yield();
  }
  void Join() {
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void Work(int32_t device, uint32_t model, const std::function<bool(int)>& more) {
    ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    const Buffers buffers(128, 3);
    for (int round = 0; more(round); ++round) {
      ASSERT_EQ(buffers.Run(model), ACL_SUCCESS);
      ASSERT_EQ(buffers.Launch(model, stream), ACL_SUCCESS);
      ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
      ++rounds_;
    }
  }

  std::vector<uint32_t> models_;
  std::vector<std::thread> threads_;
  std::atomic<int> rounds_{0};
};

struct Span {
  uint64_t start = 0;
  uint64_t end = UINT64_MAX;
};

// When the tasks of a run may be, by its connection: within aclmdlExecute, or from aclmdlExecuteAsync to the end of the wait
// for its stream.
std::map<uint64_t, Span> SpansOf(SessionReader& session) {
  std::map<uint64_t, Span> spans;
  std::map<uint32_t, uint64_t> launched;  // by thread
  for (const auto& call : PayloadsOf<aclprofx_api>(session, ACLPROFX_KIND_API, -1)) {
    const std::string_view name = session.String(call.name);
    const uint64_t end = call.start + call.duration;
    if (name == "aclmdlExecute") spans[call.connection_id] = {call.start, end};
    if (name == "aclmdlExecuteAsync") {
      spans[call.connection_id] = {call.start, UINT64_MAX};
      launched[call.thread_id] = call.connection_id;
    }
    if (name == "aclrtSynchronizeStream" && launched.count(call.thread_id) != 0)
      spans[launched[call.thread_id]].end = end;
  }
  return spans;
}

void ExpectInside(const aclprofx_task_linked& task, const Span& span) {
  EXPECT_GE(task.task.start, span.start);
  EXPECT_LE(EndOf(task.task), span.end);
}

void ExpectApartInStreams(const Tasks& tasks) {
  std::map<uint32_t, Tasks> streams;
  for (const auto& task : tasks) streams[task.task.stream_id].push_back(task);
  EXPECT_EQ(streams.size(), 3u);  // the default one, and one a thread
  for (const auto& [id, of_stream] : streams) ExpectApart(of_stream);
}

TEST(ModelLedgerTest, EveryTaskIsThereOnceAndInsideItsCall) {
  constexpr int kRounds = 50;
  NeverDrop();
  Workers workers(Workers::Models::kOneADevice);
  RunningSession running({0, 1, 2, 3}, kTasksAndCalls);
  workers.Start([](int rounds) { return rounds < kRounds; });
  workers.Join();
  const auto session = running.Stop();
  const auto spans = SpansOf(*session);
  EXPECT_EQ(spans.size(), static_cast<size_t>(kThreads * kRounds * kRunsARound));
  for (int32_t device = 0; device < kDevices; ++device) {
    const Tasks tasks = OperatorsOf(*session, device);
    EXPECT_EQ(tasks.size(), kThreads / kDevices * kRounds * kRunsARound * kSteps);
    ExpectApart(tasks);  // a device has one thread
    ExpectApartInStreams(TasksOf(*session, device));
    for (const auto& task : tasks) ExpectInside(task, spans.at(task.connection_id));
  }
  ExpectNothingLost(*session);
}

TEST(ModelLedgerTest, ASessionAmidRunsHasAllOfThoseThatLieInIt) {
  NeverDrop();
  Workers workers(Workers::Models::kOneADevice);
  std::atomic<bool> enough{false};
  workers.Start([&enough](int) { return !enough; });
  workers.WaitForRounds(kThreads);
  const uint64_t before = aclprofx_ticks();
  RunningSession running({0, 1, 2, 3}, kTasksAndCalls);
  const uint64_t started = aclprofx_ticks();
  workers.WaitForRounds(10 * kThreads);
  const uint64_t stopping = aclprofx_ticks();
  const auto session = running.Stop();
  enough = true;
  workers.Join();

  std::map<uint64_t, size_t> steps;
  const auto spans = SpansOf(*session);
  for (int32_t device = 0; device < kDevices; ++device) {
    for (const auto& task : OperatorsOf(*session, device)) {
      EXPECT_GE(task.task.start, before);
      ++steps[task.connection_id];
      if (const auto span = spans.find(task.connection_id); span != spans.end())
        ExpectInside(task, span->second);
    }
  }
  int whole = 0;
  for (const auto& [connection, span] : spans) {
    if (span.start < started || span.end > stopping) continue;
    EXPECT_EQ(steps[connection], kSteps);
    ++whole;
  }
  EXPECT_GT(whole, kThreads);
  ExpectNothingLost(*session);
}

// Rings of two blocks of 4 KiB, and nobody waits: what is not stored is counted.
TEST(ModelLedgerTest, WhatIsDroppedIsCounted) {
  constexpr int kRounds = 200;
  ChangeSettings([](aclprofx_settings* settings) {
    settings->policy = ACLPROFX_POLICY_DROP;
    settings->block_bytes = 4096;
    settings->device_ring_bytes = settings->host_ring_bytes = 2 * 4096;
  });
  Workers workers(Workers::Models::kOneAThread);
  RunningSession running({0, 1, 2, 3}, kTasksAndCalls);
  workers.Start([](int rounds) { return rounds < kRounds; });
  workers.Join();
  const auto session = running.Stop();
  size_t rows = 0;
  for (int32_t device = 0; device < kDevices; ++device) rows += TasksOf(*session, device).size();
  const LedgerRow total = session->ledger().Total();
  uint64_t dropped = 0;
  for (const KindCounts& by_kind : total.dropped) dropped += by_kind[ACLPROFX_KIND_TASK_LINKED];
  EXPECT_EQ(rows, total.stored[ACLPROFX_KIND_TASK_LINKED]);
  EXPECT_EQ(rows + dropped, kThreads * kRounds * kRunsARound * kSteps);
  EXPECT_EQ(session->missing_records(), 0);
  EXPECT_TRUE(session->damage().empty());
}

}  // namespace
}  // namespace aclprof
