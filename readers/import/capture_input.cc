#include "readers/import/capture_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace aclprof {
namespace {

constexpr unsigned kBufferBytes = 256 * 1024;
constexpr size_t kMaxReadBytes = 1 << 30;

Status OpenDescriptor(const std::string& path, int* descriptor) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return Status::FromErrno(errno, path);
  struct stat about;
  if (fstat(fd, &about) != 0 || S_ISDIR(about.st_mode)) {
    const int error = S_ISDIR(about.st_mode) ? EISDIR : errno;
    close(fd);
    return Status::FromErrno(error, path);
  }
  *descriptor = fd;
  return Status();
}

}  // namespace

Status CaptureInput::Open(const std::string& path, std::unique_ptr<CaptureInput>* input) {
  int fd = -1;
  if (Status status = OpenDescriptor(path, &fd); !status.ok()) return status;
  gzFile file = gzdopen(fd, "rb");
  if (file == nullptr) {
    close(fd);
    return Status(StatusCode::kResourceExhausted, path + ": no memory to read it");
  }
  gzbuffer(file, kBufferBytes);
  input->reset(new CaptureInput(file, path));
  return Status();
}

CaptureInput::~CaptureInput() { gzclose(file_); }

size_t CaptureInput::Read(void* bytes, size_t count) {
  if (!status_.ok()) return 0;
  const unsigned wanted = static_cast<unsigned>(std::min(count, kMaxReadBytes));
  const int got = gzread(file_, bytes, wanted);
  if (got < 0 || static_cast<unsigned>(got) < wanted) NoteFailure();
  if (got <= 0) return 0;
  position_ += static_cast<unsigned>(got);
  return static_cast<size_t>(got);
}

// gzread tells of a stream that ends early only through gzerror.
void CaptureInput::NoteFailure() {
  int error = Z_OK;
  const int system_error = errno;
  const char* why = gzerror(file_, &error);
  if (error == Z_OK || error == Z_STREAM_END) return;
  if (error == Z_ERRNO) {
    status_ = Status::FromErrno(system_error, path_);
    return;
  }
  const int64_t offset = gzoffset(file_);
  status_ = Status(StatusCode::kDataLoss,
                   path_ + ": gzip stream damaged near byte " + std::to_string(offset) + ": " +
                       (error == Z_BUF_ERROR ? "unexpected end of file" : why));
}

}  // namespace aclprof
