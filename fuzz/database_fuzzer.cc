// database_fuzzer.cc: a SQLite database of anything. What is new here: tables that lack columns, hold other types and
// contradict each other, in pages that are damaged.
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "fuzz/memory_capture.h"
#include "readers/import/database_reader.h"

namespace {

// SQLite opens by name and resolves links, so bytes without a name are none for it.
class NamedFile {
 public:
  NamedFile(const uint8_t* data, size_t size) {
    const int fd = mkstemp(path_.data());
    if (fd < 0 || write(fd, data, size) != static_cast<ssize_t>(size)) std::abort();
    close(fd);
  }
  ~NamedFile() { unlink(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = "/dev/shm/database_fuzzer.XXXXXX";
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const NamedFile file(data, size);
  std::unique_ptr<aclprof::CaptureReader> reader;
  if (aclprof::DatabaseReader::Open(file.path(), &reader).ok()) aclprof::ReadTwice(reader.get());
  return 0;
}
