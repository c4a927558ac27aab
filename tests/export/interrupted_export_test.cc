// An export that does not reach its end leaves nothing that looks like one.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "export/output_set.h"
#include "tests/export/exported_session.h"
#include "tests/export/failing_file_system.h"
#include "tests/support/child_process.h"
#include "tests/support/file_text.h"

namespace aclprof {
namespace {

class InterruptedExport : public testing::Test {
 protected:
  InterruptedExport() {
    const uint32_t op = exported_.session().AddOp("k", "K", "AI_CORE");
    for (int i = 0; i < 20000; ++i) exported_.AddTask(0, i * 100, {50, 0}, op, "T", 46, i);
    exported_.AddApi(0, 10, ACLPROFX_LEVEL_ACL, "a", "b");
    exported_.options().files = &files_;
  }

  static constexpr size_t kFiles = 6;  // json, four tables, README.txt
  ExportedSession exported_;
  FailingFileSystem files_;
};

TEST_F(InterruptedExport, AnyFailingCallLeavesNothing) {
  ASSERT_TRUE(exported_.Export().ok());
  const int calls = files_.calls;
  ASSERT_GT(calls, 20);
  std::filesystem::remove_all(exported_.Directory());
  for (int i = 0; i < calls; ++i) {
    files_.calls = 0;
    files_.fail_at_call = i;
    const Status status = exported_.Export();
    EXPECT_EQ(status.code(), StatusCode::kResourceExhausted) << i;
    EXPECT_NE(status.message().find("the chosen call"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(exported_.Directory())) << i;
  }
  files_.fail_at_call = -1;
  EXPECT_TRUE(exported_.Export().ok());
  EXPECT_EQ(exported_.Entries().size(), kFiles);
}

TEST_F(InterruptedExport, AFullDiskIsNoticedOnTheWay) {
  files_.room_bytes = 300 * 1024;
  uint64_t last_done = 0;
  exported_.options().progress = [&](uint64_t done, uint64_t) {
    last_done = done;
    return true;
  };
  EXPECT_EQ(exported_.Export().code(), StatusCode::kResourceExhausted);
  EXPECT_LT(last_done, 20000u);
}

TEST_F(InterruptedExport, AnEarlierExportStays) {
  ASSERT_TRUE(exported_.Export().ok());
  const std::set<std::string> before = exported_.Entries();
  files_.calls = 0;
  files_.fail_at_call = 12;
  EXPECT_FALSE(exported_.Export().ok());
  EXPECT_EQ(exported_.Entries(), before);
}

TEST_F(InterruptedExport, ASecondExportOfTheSameSecondHasAnotherStamp) {
  ASSERT_TRUE(exported_.Export().ok());
  const std::string first = exported_.Json();
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(exported_.Entries().size(), 2 * kFiles - 1);  // one README.txt
  EXPECT_EQ(exported_.Json(), first);
}

TEST_F(InterruptedExport, StoppedByTheCallerLeavesNothing) {
  for (const uint64_t stop_at : {1u, 9000u, 25000u}) {
    exported_.options().progress = [&](uint64_t done, uint64_t) { return done < stop_at; };
    EXPECT_EQ(exported_.Export().code(), StatusCode::kUnavailable);
    EXPECT_FALSE(std::filesystem::exists(exported_.Directory()));
  }
}

TEST_F(InterruptedExport, ProgressGoesUpToItsTotal) {
  uint64_t last = 0, last_total = 0;
  exported_.options().progress = [&](uint64_t done, uint64_t total) {
    EXPECT_GE(done, last);
    last = done;
    last_total = total;
    return true;
  };
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(last, 40001u);
  EXPECT_EQ(last_total, last);
}

TEST_F(InterruptedExport, LeftoversOfAKilledExportGoWithTheNext) {
  const int child = RunInChild([this] {
    exported_.options().progress = [](uint64_t done, uint64_t) {
      if (done > 30000) raise(SIGKILL);
      return true;
    };
    (void)exported_.Export();
    return 0;
  });
  ASSERT_EQ(child, 128 + SIGKILL);
  const std::set<std::string> left = exported_.Entries();
  EXPECT_FALSE(left.empty());
  for (const std::string& name : left) EXPECT_EQ(name.front(), '.') << name;
  ASSERT_TRUE(exported_.Export().ok());
  EXPECT_EQ(exported_.Entries().size(), kFiles);
  for (const std::string& name : exported_.Entries()) EXPECT_NE(name.front(), '.');
}

TEST_F(InterruptedExport, AnotherExportIsLeftAlone) {
  ASSERT_TRUE(exported_.Export().ok());
  std::unique_ptr<OutputSet> other;
  ASSERT_TRUE(OutputSet::Open(&files_, exported_.Directory(), "", &other).ok());
  TextSink* sink = nullptr;
  ASSERT_TRUE(other->Create("op_summary.csv", &sink).ok());
  const Status status = exported_.Export();
  EXPECT_EQ(status.code(), StatusCode::kUnavailable);
  EXPECT_NE(status.message().find("another export is writing to"), std::string::npos);
  EXPECT_TRUE(other->Commit().ok());
}

TEST_F(InterruptedExport, ALinkInPlaceOfTheDirectoryIsRefused) {
  std::filesystem::create_directory_symlink("/tmp", exported_.Directory());
  const Status status = exported_.Export();
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find("mindstudio_profiler_output is a link"), std::string::npos);
}

TEST_F(InterruptedExport, AFileInPlaceOfTheDirectoryIsRefused) {
  WriteFile(exported_.Directory(), "x");
  EXPECT_EQ(exported_.Export().code(), StatusCode::kInvalidArgument);
}

TEST_F(InterruptedExport, WithoutPermissionTheDirectoryIsNamed) {
  std::filesystem::permissions(exported_.session().info().directory, std::filesystem::perms(0755));
  const int child = RunUnprivileged([this] {
    const Status status = exported_.Export();
    const bool named = status.message().find(exported_.Directory()) != std::string::npos;
    return status.code() == StatusCode::kPermissionDenied && named ? 0 : 1;
  });
  EXPECT_EQ(child, 0);
}

TEST_F(InterruptedExport, FilesAreReadableByOwnerAndGroupAtMost) {
  const mode_t before = umask(0);
  ASSERT_TRUE(exported_.Export().ok());
  umask(before);
  struct stat about {};
  ASSERT_EQ(stat(exported_.Directory().c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0750u);
  for (const std::string& name : exported_.Entries()) {
    ASSERT_EQ(stat((exported_.Directory() + "/" + name).c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0640u) << name;
  }
}

}  // namespace
}  // namespace aclprof
