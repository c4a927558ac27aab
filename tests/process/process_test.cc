// Whole programs: how they begin, end, are killed and unload us, and what is on disk afterwards.

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "readers/session_reader.h"
#include "tests/support/child_process.h"
#include "tests/support/temporary_directory.h"

extern char** environ;

namespace aclprof {
namespace {

const std::string kPrograms = ACLPROF_TEST_PROGRAMS;

// What runs programs for another architecture, with its arguments; empty where they run as they are.
std::vector<std::string> Emulator() {
  std::istringstream words(ACLPROF_TEST_EMULATOR);
  return {std::istream_iterator<std::string>(words), {}};
}

pid_t Launch(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = Emulator();
  words.push_back(kPrograms + "/" + program);
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = -1;
  EXPECT_EQ(posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ), 0);
  return child;
}

// The line of the failed step, or 0.
int Await(pid_t child) {
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return ExitCodeOf(status);
}

class ProcessTest : public ::testing::Test {
 protected:
  const std::string& base() const { return directory_.path(); }
  std::vector<std::string> Sessions() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(base()))
      found.push_back(entry.path().string());
    return found;
  }
  // Records of API calls on disk now, in the only session; 0 when there is none yet.
  uint64_t CallsOnDisk() {
    const std::vector<std::string> sessions = Sessions();
    if (sessions.size() != 1 || !SessionReader::Open(sessions[0], &reader_).ok()) return 0;
    const auto cursor = reader_->Records({uint64_t{1} << ACLPROFX_KIND_API, -2});
    uint64_t calls = 0;
    for (RecordView record; cursor->Next(&record);) ++calls;
    return calls;
  }

  TemporaryDirectory directory_;
  std::unique_ptr<SessionReader> reader_;
};

TEST_F(ProcessTest, ReturnFromMainWithoutStopLosesNothing) {
  ASSERT_EQ(Await(Launch("exit_without_stop", {base()})), 0);
  ASSERT_EQ(CallsOnDisk(), 1000u);
  EXPECT_TRUE(reader_->info().complete);
  EXPECT_EQ(reader_->ledger().Total().Emitted(), 1000u);
}

TEST_F(ProcessTest, KilledProcessLeavesWhatWasFlushed) {
  const pid_t child = Launch("wait_for_the_end", {base()});
  while (CallsOnDisk() < 1000) ASSERT_EQ(waitpid(child, nullptr, WNOHANG), 0);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  ASSERT_EQ(CallsOnDisk(), 1000u);
  EXPECT_FALSE(reader_->info().complete);
  EXPECT_TRUE(reader_->damage().empty());
}

TEST_F(ProcessTest, StaticObjectsMayBeginAndEndASession) {
  setenv("ACLPROF_TEST_BASE", base().c_str(), 1);
  ASSERT_EQ(Await(Launch("static_objects", {})), 0);
  ASSERT_EQ(CallsOnDisk(), 1000u);
  EXPECT_TRUE(reader_->info().complete);
}

TEST_F(ProcessTest, UnloadingIsHarmless) {
  ASSERT_EQ(Await(Launch("unload", {base(), ACLPROF_TEST_LIBRARY})), 0);
  EXPECT_EQ(Sessions().size(), 3u);
  for (const std::string& session : Sessions()) {
    ASSERT_TRUE(SessionReader::Open(session, &reader_).ok());
    EXPECT_TRUE(reader_->info().complete) << session;
  }
}

TEST_F(ProcessTest, WithoutAThreadSpecificKeyRecordsAreCountedAsWithoutARing) {
  EXPECT_EQ(Await(Launch("thread_keys", {base()})), 0);
}

TEST_F(ProcessTest, SignalHandlersAreLeftAlone) {
  EXPECT_EQ(Await(Launch("handlers", {base()})), 0);
}

TEST_F(ProcessTest, EmitsFromASignalHandlerAreKeptOrCounted) {
  EXPECT_EQ(Await(Launch("signal_emitter", {base()})), 0);
  const uint64_t on_disk = CallsOnDisk();
  ASSERT_NE(reader_, nullptr);
  EXPECT_EQ(on_disk, reader_->ledger().Total().Stored());
}

}  // namespace
}  // namespace aclprof
