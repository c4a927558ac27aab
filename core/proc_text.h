// proc_text.h: the texts of /proc that are sampled, taken apart.
//
// Units    as the kernel has them: clock ticks, pages, KiB, bytes.
// Threads  pure functions.
// Errors   false where a text does not have what is looked for; the result is then not to be used.
// Source   proc(5).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aclprof {

// Of /proc/<pid>/stat and /proc/<pid>/task/<tid>/stat. The name may hold blanks, newlines and ')'.
struct TaskStat {
  uint64_t cpu_ticks = 0;  // user and system
  uint64_t processor = 0;  // that it ran on last
  uint64_t disk_wait_ticks = 0;
};
bool ParseTaskStat(std::string_view text, TaskStat* stat);

// The first numbers of /proc/<pid>/statm.
struct MemoryPages {
  uint64_t size = 0;
  uint64_t resident = 0;
  uint64_t shared = 0;
};
bool ParseMemoryPages(std::string_view text, MemoryPages* pages);

// The number behind "<key>:" at the beginning of a line: /proc/meminfo, /proc/<pid>/io.
bool FindKeyed(std::string_view text, std::string_view key, uint64_t* value);

// The line "cpu" of /proc/stat.
struct CpuTicks {
  uint64_t user = 0;  // nice included
  uint64_t system = 0;
  uint64_t idle = 0;
  uint64_t io_wait = 0;
  uint64_t irq = 0;
  uint64_t soft_irq = 0;
};
bool ParseCpuTicks(std::string_view text, CpuTicks* ticks);
// The processors that /proc/stat lists: one more than the highest number.
uint32_t ProcessorCount(std::string_view text);

struct CardBytes {
  std::string name;
  uint64_t bytes = 0;  // received and sent
};
// The cards of /proc/net/dev, without the loopback. A line that is none is passed over.
std::vector<CardBytes> ParseCards(std::string_view text);

// The number at the beginning of a text that may begin with blanks.
bool ParseNumber(std::string_view text, uint64_t* value);

}  // namespace aclprof
