// info_file_fuzzer.cc: the text of info.json. What is new here: fields of every wrong type.
#include <cstdint>
#include <string>

#include "readers/info_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  aclprof::InfoFile file;
  (void)aclprof::ParseInfo("info.json", std::string(reinterpret_cast<const char*>(data), size),
                           &file);
  return 0;
}
