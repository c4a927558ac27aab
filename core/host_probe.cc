#include "core/host_probe.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/host_sampling.h"

namespace aclprof {
namespace {

constexpr size_t kMostBytes = 1u << 20;
constexpr double kKiB = 1024;
constexpr double kMegabitBytes = 1e6 / 8;
constexpr double kFull = 100;
constexpr char kUsage[] = "Usage(%)";

struct MemoryLine {
  const char* key;
  const char* series;  // the column that it becomes
};
constexpr MemoryLine kMemoryLines[] = {
    {"MemTotal", "Memory Total(kB)"},
    {"MemFree", "Memory Free(kB)"},
    {"Buffers", "Buffers(kB)"},
    {"Cached", "Cached(kB)"},
    {"Shmem", "Share Memory(kB)"},
    {"CommitLimit", "Commit Limit(kB)"},
    {"Committed_AS", "Committed AS(kB)"},
    {"HugePages_Total", "Huge Pages Total(pages)"},
    {"HugePages_Free", "Huge Pages Free(pages)"},
};

double TicksPerSecondOfCpu() {
  static const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  return ticks;
}

// 0, or the errno of what failed.
int ReadWhole(const std::string& path, std::string* text) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return errno;
  text->clear();
  char part[4096];
  ssize_t got = 0;
  while (text->size() < kMostBytes && (got = read(file, part, sizeof(part))) > 0)
    text->append(part, static_cast<size_t>(got));
  const int error = got < 0 ? errno : 0;
  close(file);
  return error;
}

}  // namespace

std::vector<HostValue> HostProbe::Look(int64_t now_ns) {
  values_.clear();
  seconds_ = first_ ? 0 : static_cast<double>(now_ns - former_ns_) / 1e9;
  if (sources_ & kProcessCpu) LookAtProcessCpu();
  if (sources_ & kProcessMemory) LookAtProcessMemory();
  if (sources_ & kProcessDisk) LookAtProcessDisk();
  if (sources_ & kNetwork) LookAtNetwork();
  if (sources_ & kHostCpu) LookAtHostCpu();
  if (sources_ & kHostCpu) LookAtProcessShare();
  if (sources_ & kHostMemory) LookAtHostMemory();
  if (sources_ & kHostMemory) LookAtProcessPages();
  former_ = std::exchange(counts_, {});
  former_ns_ = now_ns;
  first_ = false;
  return values_;
}

bool HostProbe::Read(const std::string& path, std::string* text) {
  const int error = ReadWhole(root_ + path, text);
  if (error != 0) TellOnce(path, std::strerror(error));
  return error == 0;
}

void HostProbe::TellOnce(const std::string& path, const std::string& why) {
  if (told_.insert(path).second) tell_("not sampled: " + path + ": " + why);
}

void HostProbe::Add(std::string counter, const char* series, double value) {
  values_.push_back({std::move(counter), series, value});
}

std::optional<double> HostProbe::Growth(const std::string& name, uint64_t count) {
  counts_[name] = count;
  const auto before = former_.find(name);
  if (before == former_.end() || count < before->second) return std::nullopt;
  return static_cast<double>(count - before->second);
}

std::optional<double> HostProbe::Rate(const std::string& name, uint64_t count) {
  const std::optional<double> growth = Growth(name, count);
  if (!growth || seconds_ <= 0) return std::nullopt;
  return *growth / seconds_;
}

// The time of a thread counts for the processor that it ran on last.
void HostProbe::LookAtThread(const std::string& thread, std::vector<double>* usage) {
  std::string text;
  TaskStat stat;
  const std::string path = "/proc/self/task/" + thread + "/stat";
  // A thread may end between the listing and the reading.
  if (ReadWhole(root_ + path, &text) != 0) return;
  if (!ParseTaskStat(text, &stat)) return TellOnce(path, "it is not what proc(5) says");
  const std::optional<double> rate = Rate("thread " + thread, stat.cpu_ticks);
  if (rate && stat.processor < usage->size())
    (*usage)[stat.processor] += *rate / TicksPerSecondOfCpu() * kFull;
}

void HostProbe::LookAtProcessCpu() {
  std::string text;
  if (!Read("/proc/stat", &text)) return;
  std::vector<double> usage(ProcessorCount(text), 0.0);
  if (usage.empty()) return TellOnce("/proc/stat", "it names no processor");
  std::error_code error;
  std::filesystem::directory_iterator thread(root_ + "/proc/self/task", error);
  if (error) return TellOnce("/proc/self/task", error.message());
  for (; !error && thread != std::filesystem::directory_iterator(); thread.increment(error))
    LookAtThread(thread->path().filename(), &usage);
  if (seconds_ <= 0) return;
  double sum = 0;
  for (size_t cpu = 0; cpu < usage.size(); ++cpu) {
    sum += usage[cpu];
    Add("CPU " + std::to_string(cpu), kUsage, std::min(usage[cpu], kFull));
  }
  Add("CPU Avg", kUsage, sum / static_cast<double>(usage.size()));
}

void HostProbe::LookAtProcessMemory() {
  std::string own, host;
  MemoryPages pages;
  uint64_t total = 0;
  if (!Read("/proc/self/statm", &own) || !Read("/proc/meminfo", &host)) return;
  if (!ParseMemoryPages(own, &pages))
    return TellOnce("/proc/self/statm", "it is not what proc(5) says");
  if (!FindKeyed(host, "MemTotal", &total) || total == 0)
    return TellOnce("/proc/meminfo", "it has no MemTotal");
  const double used =
      static_cast<double>(pages.resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / kKiB;
  if (first_) Add("Host Memory Total", "KB", static_cast<double>(total));
  Add("Host Memory Used", "KB", used);
  Add("Memory Usage", kUsage, used / static_cast<double>(total) * kFull);
}

void HostProbe::LookAtProcessDisk() {
  std::string io, own;
  uint64_t read = 0, written = 0;
  TaskStat stat;
  if (!Read("/proc/self/io", &io) || !Read("/proc/self/stat", &own)) return;
  if (!FindKeyed(io, "read_bytes", &read) || !FindKeyed(io, "write_bytes", &written))
    return TellOnce("/proc/self/io", "it has no read_bytes and write_bytes");
  if (!ParseTaskStat(own, &stat)) return TellOnce("/proc/self/stat", "it is not what proc(5) says");
  if (const auto rate = Rate("read", read)) Add("Host Disk Read", "KB/s", *rate / kKiB);
  if (const auto rate = Rate("written", written)) Add("Host Disk Write", "KB/s", *rate / kKiB);
  if (const auto rate = Rate("disk wait", stat.disk_wait_ticks))
    Add("Disk Usage", kUsage, *rate / TicksPerSecondOfCpu() * kFull);
}

// Megabits a second; 0 for a card that does not say.
uint64_t HostProbe::CardSpeed(const std::string& card) const {
  std::string text;
  uint64_t speed = 0;
  const bool known = ReadWhole(root_ + "/sys/class/net/" + card + "/speed", &text) == 0 &&
                     ParseNumber(text, &speed);
  return known && speed < UINT32_MAX ? speed : 0;
}

void HostProbe::LookAtNetwork() {
  std::string text;
  if (!Read("/proc/net/dev", &text)) return;
  const std::vector<CardBytes> cards = ParseCards(text);
  if (cards.empty()) return TellOnce("/proc/net/dev", "there is no network card");
  LookAtCards(cards);
}

void HostProbe::LookAtCards(const std::vector<CardBytes>& cards) {
  double used = 0, speed = 0;
  bool any = false;
  for (const CardBytes& card : cards) {
    const std::optional<double> rate = Rate("card " + card.name, card.bytes);
    any |= rate.has_value();
    used += rate.value_or(0) / kKiB;
    speed += static_cast<double>(CardSpeed(card.name)) * kMegabitBytes / kKiB;
  }
  if (speed <= 0) TellOnce("/sys/class/net", "no network card tells its speed");
  if (first_ && speed > 0) Add("Host Network Card", "KB/s", speed);
  if (any) Add("Host Network Used", "KB/s", used);
  if (any && speed > 0) Add("Network Usage", kUsage, used / speed * kFull);
}

void HostProbe::LookAtHostCpu() {
  std::string text;
  CpuTicks now;
  if (!Read("/proc/stat", &text)) return;
  if (!ParseCpuTicks(text, &now)) return TellOnce("/proc/stat", "it has no line of all processors");
  const std::pair<const char*, uint64_t> parts[] = {
      {"User(%)", now.user}, {"Sys(%)", now.system},    {"IoWait(%)", now.io_wait},
      {"Irq(%)", now.irq},   {"Soft(%)", now.soft_irq}, {"Idle(%)", now.idle}};
  std::vector<double> grown;
  double sum = 0;
  for (const auto& [series, count] : parts)
    sum += grown.emplace_back(Growth(series, count).value_or(0));
  if (sum <= 0) return;
  for (size_t part = 0; part < grown.size(); ++part)
    Add("Host CPU Time", parts[part].first, grown[part] / sum * kFull);
}

void HostProbe::LookAtProcessShare() {
  std::string text;
  TaskStat stat;
  if (!Read("/proc/self/stat", &text)) return;
  if (!ParseTaskStat(text, &stat))
    return TellOnce("/proc/self/stat", "it is not what proc(5) says");
  if (const auto rate = Rate("process", stat.cpu_ticks))
    Add("Process", "CPU(%)", *rate / TicksPerSecondOfCpu() * kFull);
}

void HostProbe::LookAtProcessPages() {
  std::string text;
  MemoryPages pages;
  if (!Read("/proc/self/statm", &text)) return;
  if (!ParseMemoryPages(text, &pages))
    return TellOnce("/proc/self/statm", "it is not what proc(5) says");
  Add("Process", "Size(pages)", static_cast<double>(pages.size));
  Add("Process", "Resident(pages)", static_cast<double>(pages.resident));
  Add("Process", "Shared(pages)", static_cast<double>(pages.shared));
}

void HostProbe::LookAtHostMemory() {
  std::string text;
  if (!Read("/proc/meminfo", &text)) return;
  for (const MemoryLine& line : kMemoryLines) {
    uint64_t value = 0;
    if (FindKeyed(text, line.key, &value))
      Add("Host Memory", line.series, static_cast<double>(value));
  }
}

}  // namespace aclprof
