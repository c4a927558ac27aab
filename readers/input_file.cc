#include "readers/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace aclprof {

// Without O_NONBLOCK a pipe among the files would hold the reader up for ever.
Status InputFile::Open(const std::string& path, std::unique_ptr<InputFile>* file) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return Status::FromErrno(errno, "open " + path);
  struct stat found;
  if (::fstat(descriptor, &found) != 0 || !S_ISREG(found.st_mode)) {
    ::close(descriptor);
    return Status(StatusCode::kInvalidArgument, path + " is not a regular file");
  }
  file->reset(new InputFile(descriptor, path, static_cast<uint64_t>(found.st_size)));
  return Status();
}

InputFile::~InputFile() { ::close(descriptor_); }

Status InputFile::Read(uint64_t offset, uint64_t count, Bytes* bytes) const {
  count = offset < size_ ? std::min(count, size_ - offset) : 0;
  bytes->resize(count);
  size_t done = 0;
  while (done < count) {
    const ssize_t got =
        ::pread(descriptor_, bytes->data() + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Status::FromErrno(errno, "read " + path_);
    if (got == 0) break;  // the file shrank meanwhile
    done += static_cast<size_t>(got);
  }
  bytes->resize(done);
  return Status();
}

Status ReadSmallFile(const std::string& path, uint64_t max_bytes, std::string* text) {
  std::unique_ptr<InputFile> file;
  Status opened = InputFile::Open(path, &file);
  if (!opened.ok()) return opened;
  if (file->size() > max_bytes) {
    return Status(StatusCode::kResourceExhausted,
                  path + ": " + std::to_string(file->size()) + " bytes are too many");
  }
  Bytes bytes;
  Status read = file->Read(0, file->size(), &bytes);
  if (read.ok()) text->assign(bytes.begin(), bytes.end());
  return read;
}

}  // namespace aclprof
