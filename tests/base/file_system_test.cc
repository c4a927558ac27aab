#include "base/file_system.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "tests/support/child_process.h"
#include "tests/support/file_text.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {
namespace {

class FileSystemTest : public testing::Test {
 protected:
  const std::string& root() const { return directory_.path(); }

  static mode_t ModeOf(const std::string& path) {
    struct stat found {};
    EXPECT_EQ(lstat(path.c_str(), &found), 0) << path;
    return found.st_mode & 07777;
  }
  std::unique_ptr<WritableFile> Create(const std::string& name) {
    std::unique_ptr<WritableFile> file;
    const Status created = files_->CreateExclusive(root() + "/" + name, &file);
    EXPECT_TRUE(created.ok()) << created.ToString();
    return file;
  }
  std::string Content(const std::string& name) { return TextOfFile(root() + "/" + name); }

  FileSystem* files_ = FileSystem::Default();

 private:
  TemporaryDirectory directory_;
};

TEST_F(FileSystemTest, ModesAreTightUnderAnyUmask) {
  const mode_t before = umask(0);
  auto file = Create("f");
  ASSERT_TRUE(files_->MakeDirectory(root() + "/d").ok());
  ASSERT_TRUE(files_->MakeDirectories(root() + "/x/y").ok());
  umask(before);
  EXPECT_EQ(ModeOf(root() + "/f"), 0640u);
  EXPECT_EQ(ModeOf(root() + "/d"), 0750u);
  EXPECT_EQ(ModeOf(root() + "/x"), 0750u);
  EXPECT_EQ(ModeOf(root() + "/x/y"), 0750u);
}

TEST_F(FileSystemTest, ExistingNameIsRefusedAndNamed) {
  WriteFile(root() + "/f", "old");
  std::unique_ptr<WritableFile> file;
  const Status created = files_->CreateExclusive(root() + "/f", &file);
  EXPECT_EQ(created.code(), StatusCode::kAlreadyExists);
  EXPECT_NE(created.message().find(root() + "/f"), std::string::npos);
  EXPECT_EQ(Content("f"), "old");
}

TEST_F(FileSystemTest, LinkInTheWayIsNotFollowed) {
  std::filesystem::create_symlink(root() + "/target", root() + "/link");
  std::unique_ptr<WritableFile> file;
  EXPECT_FALSE(files_->CreateExclusive(root() + "/link", &file).ok());
  EXPECT_FALSE(std::filesystem::exists(root() + "/target"));
}

TEST_F(FileSystemTest, DescriptorsAreClosedOnExec) {
  auto file = Create("f");
  int found = 0;
  for (int descriptor = 3; descriptor < 256; ++descriptor) {
    std::error_code error;
    const auto target =
        std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error);
    if (error || target != root() + "/f") continue;
    ++found;
    EXPECT_NE(fcntl(descriptor, F_GETFD) & FD_CLOEXEC, 0);
  }
  EXPECT_EQ(found, 1);
}

TEST_F(FileSystemTest, AppendAfterTruncateLeavesNoHole) {
  auto file = Create("f");
  ASSERT_TRUE(file->Append("abcdef", 6).ok());
  ASSERT_TRUE(file->Truncate(2).ok());
  ASSERT_TRUE(file->Append("XY", 2).ok());
  ASSERT_TRUE(file->Close().ok());
  EXPECT_EQ(Content("f"), "abXY");
}

TEST_F(FileSystemTest, RemovedAndReplacedFilesAreNoticed) {
  auto file = Create("f");
  EXPECT_TRUE(file->StillAtPath());
  std::filesystem::rename(root() + "/f", root() + "/g");
  EXPECT_FALSE(file->StillAtPath());
  WriteFile(root() + "/f", "another");
  EXPECT_FALSE(file->StillAtPath());
}

TEST_F(FileSystemTest, FileInTheWayOfADirectoryIsNamed) {
  WriteFile(root() + "/f", "x");
  const Status made = files_->MakeDirectories(root() + "/f/below");
  EXPECT_EQ(made.code(), StatusCode::kInvalidArgument);
  EXPECT_NE(made.message().find(root() + "/f"), std::string::npos) << made.message();
}

TEST_F(FileSystemTest, MakeDirectoriesTwiceIsFine) {
  EXPECT_TRUE(files_->MakeDirectories(root() + "/a/b/c/").ok());
  EXPECT_TRUE(files_->MakeDirectories(root() + "/a/b/c").ok());
  EXPECT_EQ(files_->MakeDirectory(root() + "/a").code(), StatusCode::kAlreadyExists);
}

TEST_F(FileSystemTest, MissingFileIsNotFound) {
  EXPECT_EQ(files_->Remove(root() + "/nothing").code(), StatusCode::kNotFound);
  EXPECT_EQ(files_->SyncDirectory(root() + "/nothing").code(), StatusCode::kNotFound);
  EXPECT_EQ(files_->Rename(root() + "/nothing", root() + "/x").code(), StatusCode::kNotFound);
}

// A file size limit makes write() come back short and then fail, as a full disk does.
TEST_F(FileSystemTest, ShortWriteEndsInAnError) {
  auto file = Create("f");
  signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{5000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string bytes(9000, 'b');
  const Status written = file->Append(bytes.data(), bytes.size());
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(written.code(), StatusCode::kResourceExhausted) << written.ToString();
  EXPECT_EQ(Content("f").size(), 5000u);
}

TEST_F(FileSystemTest, FileSizeLimitDoesNotEndTheProcess) {
  const auto beyond_the_limit = [this] {
    auto file = Create("g");
    signal(SIGXFSZ, SIG_DFL);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
    return file->Append("x", 1).code() == StatusCode::kResourceExhausted ? 0 : 1;
  };
  EXPECT_EQ(RunInChild(beyond_the_limit), 0);
}

void Ignore(int) {}

// Writes into a pipe that is slowly emptied are interrupted by a timer without SA_RESTART all the time.
TEST_F(FileSystemTest, InterruptedWritesLoseNothing) {
  const std::string path = root() + "/pipe";
  auto file = Create("placeholder");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  struct sigaction action {};
  action.sa_handler = Ignore;
  sigaction(SIGALRM, &action, nullptr);
  const int ends = open(path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(ends, 0);
  std::string bytes(1u << 20, 'x');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31);
  std::string got;
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarm, nullptr);  // inherited by the reading thread
  std::thread reader([&] {
    char buffer[512];
    while (got.size() < bytes.size()) {
      const ssize_t count = read(ends, buffer, sizeof(buffer));
      if (count > 0) got.append(buffer, static_cast<size_t>(count));
    }
  });
  pthread_sigmask(SIG_UNBLOCK, &alarm, nullptr);
  const itimerval often{{0, 200}, {0, 200}};
  setitimer(ITIMER_REAL, &often, nullptr);
  const int writable = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  // The file object's own descriptor is led into the pipe: O_EXCL would never open one.
  for (int descriptor = 3; descriptor < 256; ++descriptor) {
    std::error_code error;
    const auto target =
        std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error);
    if (!error && target == root() + "/placeholder") dup2(writable, descriptor);
  }
  const Status written = file->Append(bytes.data(), bytes.size());
  reader.join();
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  close(writable);
  close(ends);
  EXPECT_TRUE(written.ok()) << written.ToString();
  EXPECT_EQ(got, bytes);
}

}  // namespace
}  // namespace aclprof
