// What the pipeline does when files, threads and memory are refused or stall.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <new>
#include <thread>

#include "core/process.h"
#include "core/session.h"
#include "tests/support/child_process.h"
#include "tests/support/pipeline_fixture.h"

namespace aclprof {
namespace {

// The real files, of which a test may make every append fail, or hold them up.
class FaultyFiles final : public FileSystem {
 public:
  std::atomic<bool> fail_appends{false};
  std::atomic<bool> no_memory_for_directories{false};

  void HoldAppendsBelow(const std::string& part) {
    const std::lock_guard lock(mutex_);
    held_ = part;
  }
  void LetGo() {
    const std::lock_guard lock(mutex_);
    held_.clear();
    changed_.notify_all();
  }
  void WaitUntilHeld() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return holding_ > 0; });
  }

  Status CreateExclusive(const std::string& path, std::unique_ptr<WritableFile>* file) override {
    std::unique_ptr<WritableFile> real;
    Status created = Default()->CreateExclusive(path, &real);
    if (created.ok()) *file = std::make_unique<File>(this, path, std::move(real));
    return created;
  }
  Status MakeDirectory(const std::string& path) override { return Default()->MakeDirectory(path); }
  Status MakeDirectories(const std::string& path) override {
    if (no_memory_for_directories) throw std::bad_alloc();
    return Default()->MakeDirectories(path);
  }
  Status Remove(const std::string& path) override { return Default()->Remove(path); }
  Status Rename(const std::string& from, const std::string& to) override {
    return Default()->Rename(from, to);
  }
  Status SyncDirectory(const std::string& path) override { return Default()->SyncDirectory(path); }

 private:
  class File final : public WritableFile {
   public:
    File(FaultyFiles* files, std::string path, std::unique_ptr<WritableFile> real)
        : files_(files), path_(std::move(path)), real_(std::move(real)) {}
    Status Append(const void* bytes, size_t count) override {
      files_->HoldUp(path_);
      if (files_->fail_appends)
        return {StatusCode::kResourceExhausted, path_ + ": no space left on device"};
      return real_->Append(bytes, count);
    }
    Status Truncate(uint64_t size_bytes) override { return real_->Truncate(size_bytes); }
    Status Sync() override { return real_->Sync(); }
    Status Close() override { return real_->Close(); }
    bool StillAtPath() const override { return real_->StillAtPath(); }

   private:
    FaultyFiles* files_;
    std::string path_;
    std::unique_ptr<WritableFile> real_;
  };

  void HoldUp(const std::string& path) {
    std::unique_lock lock(mutex_);
    const auto free = [&] { return held_.empty() || path.find(held_) == std::string::npos; };
    if (free()) return;
    ++holding_;
    changed_.notify_all();
    changed_.wait(lock, free);
    --holding_;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string held_;
  int holding_ = 0;
};

class PipelineFault : public PipelineTest {
 protected:
  void SetUp() override {
    PipelineTest::SetUp();
    Process::Get().files = &files_;
  }
  void TearDown() override {
    files_.LetGo();
    PipelineTest::TearDown();
    Pipeline::Get().MarkRunComplete();  // past sessions are let go of before their files go
    Process::Get().files = FileSystem::Default();
  }
  FaultyFiles files_;
};

TEST_F(PipelineFault, FailedWritesAreCountedAndStopSaysDegraded) {
  SyntheticDevice device(0);
  const auto session = Start({0});
  for (uint32_t i = 0; i < 100; ++i) ASSERT_TRUE(device.Emit(0, i));
  files_.fail_appends = true;
  EXPECT_EQ(Stop(session), StopOutcome::kDegraded);
  const LedgerRow total = SessionLedger(*session).Total();
  EXPECT_EQ(total.Emitted(), 100u);
  EXPECT_EQ(total.DroppedBy(ACLPROFX_DROP_WRITE_FAILED), 100u);
}

TEST_F(PipelineFault, StartThatCannotWriteLeavesNothing) {
  files_.fail_appends = true;
  SessionOptions options;
  options.base_directory = base();
  options.kinds = kTasks;
  std::shared_ptr<Session> session;
  EXPECT_FALSE(Pipeline::Get().Start(options, &session).ok());
  EXPECT_TRUE(std::filesystem::is_empty(base()));
  EXPECT_FALSE(Process::Get().collector.running());
}

TEST_F(PipelineFault, StartThatRunsOutOfMemoryLeavesNothing) {
  files_.no_memory_for_directories = true;
  SessionOptions options;
  options.base_directory = base();
  options.kinds = kTasks;
  std::shared_ptr<Session> session;
  EXPECT_EQ(Pipeline::Get().Start(options, &session).code(), StatusCode::kResourceExhausted);
  EXPECT_TRUE(std::filesystem::is_empty(base()));
  files_.no_memory_for_directories = false;
  EXPECT_EQ(Stop(Start({0})), StopOutcome::kWhole);
}

TEST_F(PipelineFault, StalledDiskOfOneSessionStallsNeitherProducersNorTheOther) {
  Settings settings = GetSettings();
  settings.write_stall_ns = 1000000000;
  settings.policy = ACLPROFX_POLICY_BLOCK;
  settings.wait_bound_ns = 0;
  Change(settings);
  SyntheticDevice device(0);
  const auto stalled = Start({0});
  files_.HoldAppendsBelow(stalled->name() + "/device_0");
  ASSERT_TRUE(device.Emit(0, 0));
  const auto healthy = Start({0});
  // Far more than the ring holds: were it not released, the emit below would never return.
  constexpr uint32_t kRecords = 1000000;
  for (uint32_t i = 1; i <= kRecords; ++i) ASSERT_TRUE(device.Emit(0, i));
  EXPECT_EQ(Stop(healthy), StopOutcome::kWhole);
  EXPECT_EQ(SessionLedger(*healthy).Total().Stored(), kRecords);
  files_.LetGo();
  EXPECT_EQ(Stop(stalled), StopOutcome::kDegraded);
  const LedgerRow total = SessionLedger(*stalled).Total();
  EXPECT_EQ(total.Emitted(), kRecords + 1u);
  EXPECT_GT(total.DroppedBy(ACLPROFX_DROP_WRITE_FAILED), 0u);
  EXPECT_EQ(ReadSession(SessionDirectory(*stalled)).tasks.size(), total.Stored());
}

TEST_F(PipelineFault, StopThatRunsOutOfItsBoundIsWrittenBehind) {
  Settings settings = GetSettings();
  settings.stop_bound_ns = 20000000;
  settings.write_stall_ns = 3600000000000;
  Change(settings);
  SyntheticDevice device(0);
  const auto session = Start({0});
  files_.HoldAppendsBelow("device_0");
  ASSERT_TRUE(device.Emit(0, 0));
  EXPECT_EQ(Stop(session), StopOutcome::kTimedOut);
  Pipeline::Get().MarkRunComplete();
  files_.LetGo();
  EXPECT_EQ(session->WaitClosed(60000000000), StopOutcome::kWhole);
  EXPECT_EQ(SessionLedger(*session).Total().Stored(), 1u);
  const ReadBack back = ReadSession(SessionDirectory(*session));
  EXPECT_TRUE(back.reader->info().complete);
  EXPECT_TRUE(back.reader->info().run_complete);
}

TEST_F(PipelineFault, AProducerWaitsForTheRoomOfOneThatIsGone) {
  Settings settings = GetSettings();
  settings.ring_cap_bytes = settings.device_ring_bytes * 3 / 2;
  settings.write_stall_ns = 3600000000000;
  Change(settings);
  uint32_t records = 0;
  auto gone = std::make_unique<SyntheticDevice>(0);
  const auto session = Start({0});
  files_.HoldAppendsBelow("device_0");
  while (gone->Emit(0, records)) ++records;  // far more than can be in flight
  gone.reset();
  std::thread disk([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    files_.LetGo();
  });
  const SyntheticDevice next(0);
  disk.join();
  EXPECT_NE(next.ring(), nullptr);
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
  const LedgerRow total = SessionLedger(*session).Total();
  EXPECT_EQ(total.Stored(), records);
  EXPECT_EQ(total.Emitted(), records + 1u);
}

TEST_F(PipelineFault, BlocksInFlightStayBelowTheirLimit) {
  Settings settings = GetSettings();
  settings.blocks_in_flight = 4;
  settings.policy = ACLPROFX_POLICY_BLOCK;
  settings.wait_bound_ns = 0;
  Change(settings);
  SyntheticDevice device(0);
  const auto session = Start({0});
  files_.HoldAppendsBelow("device_0");
  std::thread producer([&] {
    for (uint32_t i = 0; i < 500000; ++i) device.Emit(0, i);
  });
  files_.WaitUntilHeld();
  files_.LetGo();
  producer.join();
  EXPECT_EQ(Stop(session), StopOutcome::kWhole);
  EXPECT_LE(session->flow().in_flight_peak(), 4u);
  EXPECT_EQ(SessionLedger(*session).Total().Stored(), 500000u);
}

// The limit on threads binds only those who are not root.
TEST_F(PipelineFault, StartWithoutThreadsFailsAndWorksAgainLater) {
  SKIP_WHERE_A_CHILD_CANNOT_HAVE_THREADS();
  std::filesystem::permissions(base(), std::filesystem::perms::all);
  const int child = RunUnprivileged([this] {
    rlimit limit{};
    getrlimit(RLIMIT_NPROC, &limit);
    const rlimit none{0, limit.rlim_max};
    setrlimit(RLIMIT_NPROC, &none);
    SessionOptions options;
    options.base_directory = base();
    options.kinds = kTasks;
    std::shared_ptr<Session> session;
    if (Pipeline::Get().Start(options, &session).ok()) return 2;
    if (!std::filesystem::is_empty(base())) return 3;
    setrlimit(RLIMIT_NPROC, &limit);
    if (!Pipeline::Get().Start(options, &session).ok()) return 4;
    return Pipeline::Get().Stop(session) == StopOutcome::kWhole ? 0 : 5;
  });
  EXPECT_EQ(child, 0);
}

}  // namespace
}  // namespace aclprof
