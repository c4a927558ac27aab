#include "devices/host/model_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/status.h"

namespace aclprof {
namespace {

// A message of protobuf, which a model is, has no more.
constexpr uint64_t kMaxFileBytes = uint64_t{1} << 31;

class OpenFile {
 public:
  // Not blocking: a pipe without a writer is found out instead of waited for.
  explicit OpenFile(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int get() const { return descriptor_; }

 private:
  const int descriptor_;
};

HostStatus BadPath(const std::string& sentence) {
  return {static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_PATH_INVALID), sentence};
}

HostStatus Failed(const std::string& path) {
  return BadPath(Status::FromErrno(errno, path).message());
}

HostStatus SizeOf(int descriptor, const std::string& path, uint64_t* size) {
  struct stat facts {};
  if (fstat(descriptor, &facts) != 0) return Failed(path);
  if (!S_ISREG(facts.st_mode)) return BadPath(path + ": not a file");
  *size = static_cast<uint64_t>(facts.st_size);
  if (*size <= kMaxFileBytes) return {};
  return {static_cast<aclError>(ACL_ERROR_GE_EXEC_MODEL_DATA_SIZE_INVALID),
          path + ": " + std::to_string(*size) + " bytes are more than a model may have"};
}

}  // namespace

HostStatus ReadModelFile(const std::string& path, std::vector<unsigned char>* bytes) {
  const OpenFile file(path);
  if (file.get() < 0) return Failed(path);
  uint64_t size = 0;
  if (HostStatus known = SizeOf(file.get(), path, &size); !known.ok()) return known;
  bytes->resize(size);
  size_t done = 0;
  while (done < size) {
    const ssize_t count = read(file.get(), bytes->data() + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failed(path);
    if (count == 0) break;  // it became shorter; what is missing is found out by its reader
    done += static_cast<size_t>(count);
  }
  bytes->resize(done);
  return {};
}

}  // namespace aclprof
