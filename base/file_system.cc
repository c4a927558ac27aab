#include "base/file_system.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "base/held_signals.h"

namespace aclprof {
namespace {

constexpr mode_t kFileMode = 0640;
constexpr mode_t kDirectoryMode = 0750;

// Calls again for as long as a signal interrupts.
template <typename Call>
auto Retried(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// Takes the signal, unless it is NULL, where the write has raised it.
ssize_t WriteAndTake(int descriptor, const void* bytes, size_t count, const sigset_t* signal) {
  const ssize_t written = Retried([&] { return ::write(descriptor, bytes, count); });
  const int error = errno;
  const timespec at_once{0, 0};
  if (written < 0 && error == EFBIG && signal != nullptr) sigtimedwait(signal, nullptr, &at_once);
  errno = error;
  return written;
}

// A write beyond the file size limit of the process raises SIGXFSZ in the writing thread, which ends the application
// unless it is expected. Held back here, and taken where it came: the write's EFBIG says it all.
ssize_t WriteWithoutSignal(int descriptor, const void* bytes, size_t count) {
  sigset_t signal, former, pending;
  sigemptyset(&signal);
  sigaddset(&signal, SIGXFSZ);
  if (HeldSignals::All()) return WriteAndTake(descriptor, bytes, count, &signal);
  pthread_sigmask(SIG_BLOCK, &signal, &former);
  sigpending(&pending);
  const bool take = sigismember(&pending, SIGXFSZ) != 1;
  const ssize_t written = WriteAndTake(descriptor, bytes, count, take ? &signal : nullptr);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &former, nullptr);
  errno = error;
  return written;
}

Status Outcome(int result, const char* verb, const std::string& path) {
  return result == 0 ? Status() : Status::FromErrno(errno, std::string(verb) + " " + path);
}

class PosixFile : public WritableFile {
 public:
  PosixFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {
    known_ = ::fstat(descriptor_, &identity_) == 0;
  }
  ~PosixFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  Status Append(const void* bytes, size_t count) override {
    const auto* from = static_cast<const unsigned char*>(bytes);
    while (count > 0) {
      const ssize_t written = WriteWithoutSignal(descriptor_, from, count);
      if (written < 0) return Status::FromErrno(errno, "write " + path_);
      from += written;
      count -= static_cast<size_t>(written);
      size_bytes_ += written;
    }
    BeginWriteback();
    return Status();
  }

  // The file position has to follow, or the next Append would leave a hole.
  Status Truncate(uint64_t size_bytes) override {
    const auto size = static_cast<off_t>(size_bytes);
    Status cut =
        Outcome(Retried([&] { return ::ftruncate(descriptor_, size); }), "truncate", path_);
    if (!cut.ok()) return cut;
    size_bytes_ = size;
    begun_bytes_ = std::min(begun_bytes_, size_bytes_);
    return ::lseek(descriptor_, size, SEEK_SET) == size
               ? Status()
               : Status::FromErrno(errno, "seek in " + path_);
  }

  Status Sync() override {
    return Outcome(Retried([&] { return ::fdatasync(descriptor_); }), "sync", path_);
  }

  // Not retried: after EINTR Linux has closed the descriptor already.
  Status Close() override {
    const int descriptor = std::exchange(descriptor_, -1);
    if (descriptor < 0) return Status();
    if (::close(descriptor) == 0 || errno == EINTR) return Status();
    return Status::FromErrno(errno, "close " + path_);
  }

  bool StillAtPath() const override {
    struct stat there;
    return known_ && ::lstat(path_.c_str(), &there) == 0 && identity_.st_dev == there.st_dev &&
           identity_.st_ino == there.st_ino;
  }

 private:
  static constexpr off_t kWritebackBytes = 4 << 20;

  // Left to itself, the system keeps all of a file in memory until the sync, which then takes as long as the disk does
  // for all of it. No more than a hint: what goes wrong with the disk is the sync's to say.
  void BeginWriteback() {
    if (size_bytes_ - begun_bytes_ < kWritebackBytes) return;
    static_cast<void>(::sync_file_range(descriptor_, begun_bytes_, size_bytes_ - begun_bytes_,
                                        SYNC_FILE_RANGE_WRITE));
    begun_bytes_ = size_bytes_;
  }

  int descriptor_;
  const std::string path_;
  off_t size_bytes_ = 0;
  off_t begun_bytes_ = 0;  // up to where the disk has been told to write
  struct stat identity_ {};
  bool known_ = false;
};

class PosixFileSystem : public FileSystem {
 public:
  Status CreateExclusive(const std::string& path, std::unique_ptr<WritableFile>* file) override {
    constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const int descriptor = Retried([&] { return ::open(path.c_str(), kFlags, kFileMode); });
    if (descriptor < 0) return Status::FromErrno(errno, "create " + path);
    *file = std::make_unique<PosixFile>(descriptor, path);
    return Status();
  }

  Status MakeDirectory(const std::string& path) override {
    return Outcome(::mkdir(path.c_str(), kDirectoryMode), "make directory", path);
  }

  Status MakeDirectories(const std::string& path) override {
    for (size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
      Status made = MakeOneOf(path.substr(0, end));
      if (!made.ok()) return made;
    }
    return MakeOneOf(path);
  }

  Status Remove(const std::string& path) override {
    return Outcome(std::remove(path.c_str()), "remove", path);
  }

  Status Rename(const std::string& from, const std::string& to) override {
    return Outcome(std::rename(from.c_str(), to.c_str()), "rename", from + " to " + to);
  }

  Status SyncDirectory(const std::string& path) override {
    const int descriptor =
        Retried([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (descriptor < 0) return Status::FromErrno(errno, "open directory " + path);
    Status synced = Outcome(Retried([&] { return ::fsync(descriptor); }), "sync directory", path);
    ::close(descriptor);
    return synced;
  }

 private:
  static bool IsDirectory(const std::string& path) {
    struct stat found;
    return ::stat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
  }

  // What is there already is asked first: mkdir below a read-only parent fails even for a directory that exists.
  Status MakeOneOf(const std::string& path) {
    if (IsDirectory(path)) return Status();
    Status made = MakeDirectory(path);
    if (made.code() != StatusCode::kAlreadyExists || IsDirectory(path)) {
      return made.code() == StatusCode::kAlreadyExists ? Status() : made;
    }
    return Status(StatusCode::kInvalidArgument, path + " exists and is not a directory");
  }
};

}  // namespace

FileSystem* FileSystem::Default() {
  static auto* const instance =
      new PosixFileSystem;  // never destroyed: files are closed even at exit
  return instance;
}

}  // namespace aclprof
