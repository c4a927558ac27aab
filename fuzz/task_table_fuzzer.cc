// task_table_fuzzer.cc: tables whose quotes, widths and numbers are anything.
#include "fuzz/memory_capture.h"
#include "readers/import/task_table_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const aclprof::MemoryCapture capture(data, size);
  aclprof::TaskTableReader reader(capture.path(), {reinterpret_cast<const char*>(data), size});
  aclprof::ReadTwice(&reader);
  return 0;
}
