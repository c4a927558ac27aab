// window_option_fuzzer.cc: the text behind --from and --to. What is new here: numbers of any length with any unit.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tools/window_option.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  aclprof::WindowBound bound;
  const aclprof::Status parsed = aclprof::ParseWindowBound(text, &bound);
  if (parsed.ok() ? bound.ns < 0 : parsed.message().empty()) std::abort();
  (void)aclprof::CheckWindow({text, text});
  return 0;
}
