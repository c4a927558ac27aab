#include "readers/import/plain_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "readers/import/capture_input.h"

namespace aclprof {
namespace {

constexpr size_t kInflatedBytes = 256 * 1024;
constexpr unsigned char kGzipMagic[] = {0x1F, 0x8B};

bool IsGzip(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  unsigned char bytes[sizeof(kGzipMagic)] = {};
  const ssize_t got = read(fd, bytes, sizeof(bytes));
  close(fd);
  return got == sizeof(bytes) && bytes[0] == kGzipMagic[0] && bytes[1] == kGzipMagic[1];
}

int MakeTemporary(std::string* path) {
  std::error_code error;
  *path = std::filesystem::temp_directory_path(error).string() + "/aclprof-XXXXXX";
  return mkostemp(path->data(), O_CLOEXEC);
}

bool WriteAll(int fd, const char* bytes, size_t count) {
  while (count > 0) {
    const ssize_t wrote = write(fd, bytes, count);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    bytes += wrote;
    count -= static_cast<size_t>(wrote);
  }
  return true;
}

}  // namespace

PlainFile::~PlainFile() {
  ForgetName();
  if (descriptor_ >= 0) close(descriptor_);
}

void PlainFile::ForgetName() {
  if (descriptor_ < 0 || path_.empty()) return;
  unlink(path_.c_str());
  path_.clear();
}

Status PlainFile::Open(const std::string& path, std::unique_ptr<PlainFile>* file) {
  if (!IsGzip(path)) {
    file->reset(new PlainFile(path, -1));
    return Status();
  }
  std::string copy;
  const int fd = MakeTemporary(&copy);
  if (fd < 0) return Status::FromErrno(errno, copy);
  std::unique_ptr<PlainFile> inflated(new PlainFile(copy, fd));
  if (Status status = inflated->Inflate(path); !status.ok()) return status;
  *file = std::move(inflated);
  return Status();
}

Status PlainFile::Inflate(const std::string& source) {
  std::unique_ptr<CaptureInput> input;
  if (Status status = CaptureInput::Open(source, &input); !status.ok()) return status;
  std::vector<char> chunk(kInflatedBytes);
  while (const size_t got = input->Read(chunk.data(), chunk.size())) {
    if (WriteAll(descriptor_, chunk.data(), got)) continue;
    return Status::FromErrno(errno, source + ": a copy of it in the directory for temporary files");
  }
  damage_ = input->status();
  return Status();
}

}  // namespace aclprof
