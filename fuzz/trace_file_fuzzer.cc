// trace_file_fuzzer.cc: a whole trace file of any bytes is opened, merged and verified. What is new here: the search
// behind damage, footers that lie about offsets, and blocks whose announcements do.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <string>

#include "readers/session_reader.h"
#include "readers/session_verify.h"

namespace {

void ReadAll(const std::string& path) {
  std::unique_ptr<aclprof::SessionReader> reader;
  if (!aclprof::SessionReader::Open(path, &reader).ok()) return;
  aclprof::RecordView record;
  for (auto cursor = reader->Records({}); cursor->Next(&record);) {
    if (static_cast<const unsigned char*>(record.payload)[record.payload_bytes - 1] == 0) continue;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const int descriptor = memfd_create("trace", MFD_CLOEXEC);
  if (descriptor < 0 || write(descriptor, data, size) != static_cast<ssize_t>(size)) return 0;
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  ReadAll(path);
  aclprof::VerifyReport report;
  (void)aclprof::VerifySession(path, &report);
  close(descriptor);
  return 0;
}
