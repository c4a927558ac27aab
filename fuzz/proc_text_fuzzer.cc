// proc_text_fuzzer.cc: any text as a file of /proc. It adds to the tests what no kernel writes: lines cut anywhere, numbers
// beyond 64 bits, names of every byte.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/proc_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace aclprof;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  TaskStat stat;
  CpuTicks ticks;
  uint64_t number = 0;
  if (ParseTaskStat(text, &stat) && text.find(')') == std::string_view::npos) std::abort();
  MemoryPages pages;
  (void)ParseMemoryPages(text, &pages);
  if (FindKeyed(text, "MemTotal", &number) && text.find("MemTotal:") == std::string_view::npos)
    std::abort();
  (void)ParseCpuTicks(text, &ticks);
  if (ProcessorCount(text) > 65536) std::abort();
  for (const CardBytes& card : ParseCards(text)) {
    if (card.name.empty() || card.name == "lo") std::abort();
  }
  return 0;
}
