#include "base/processors.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace aclprof {
namespace {

std::string FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// The path of this process below the mount of a controller: "" names the v2 hierarchy.
std::string CgroupPath(const std::string& controller) {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const size_t first = line.find(':');
    const size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const bool match = controller.empty()
                           ? controllers == ",,"
                           : controllers.find("," + controller + ",") != std::string::npos;
    if (match) return line.substr(second + 1);
  }
  return "";
}

int QuotaV2() {
  // A limit may stand at any level above us; inside a container the path may not be visible at all.
  std::string path = CgroupPath("");
  int least = ProcessorsOfQuota(FirstLine("/sys/fs/cgroup/cpu.max"));
  while (path.size() > 1) {
    const int here = ProcessorsOfQuota(FirstLine("/sys/fs/cgroup" + path + "/cpu.max"));
    if (here > 0) least = least > 0 ? std::min(least, here) : here;
    path.resize(path.find_last_of('/'));
  }
  return least;
}

int QuotaV1() {
  for (const std::string& path : {CgroupPath("cpu"), std::string()}) {
    const std::string folder = "/sys/fs/cgroup/cpu" + path;
    const int here = ProcessorsOfQuota(FirstLine(folder + "/cpu.cfs_quota_us") + " " +
                                       FirstLine(folder + "/cpu.cfs_period_us"));
    if (here > 0) return here;
  }
  return 0;
}

}  // namespace

int ProcessorsOfQuota(const std::string& cpu_max) {
  std::istringstream in(cpu_max);
  long long quota = 0;
  long long period = 0;
  if (!(in >> quota >> period) || quota <= 0 || period <= 0) return 0;
  return static_cast<int>(std::min<long long>((quota + period - 1) / period, 1 << 20));
}

int AffinityProcessors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

int UsableProcessors() {
  int usable = AffinityProcessors();
  for (const int quota : {QuotaV2(), QuotaV1()})
    if (quota > 0) usable = std::min(usable, quota);
  return usable;
}

}  // namespace aclprof
