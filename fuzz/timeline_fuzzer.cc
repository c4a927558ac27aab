// timeline_fuzzer.cc: JSON that nests, breaks and types its members in any way.
#include "fuzz/memory_capture.h"
#include "readers/import/timeline_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const aclprof::MemoryCapture capture(data, size);
  aclprof::TimelineReader reader(capture.path());
  aclprof::ReadTwice(&reader);
  return 0;
}
