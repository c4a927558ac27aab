// processor_split.h: which processors the producers of a bench run on, and which everything else.
//
// Shape    a producer has one of its own as long as another one is left; on one processor nothing is pinned.
// Threads  PinOthers pins those that there are, and they pass it on to those they make.
#pragma once

#include <dirent.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <vector>

namespace aclprof {

class ProcessorSplit {
 public:
  explicit ProcessorSplit(size_t producers = 1) {
    cpu_set_t usable;
    CPU_ZERO(&usable);
    sched_getaffinity(getpid(), sizeof(usable), &usable);
    std::vector<int> all;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &usable)) all.push_back(cpu);
    if (all.size() < 2) return;
    const auto cut = all.begin() + static_cast<ptrdiff_t>(std::min(producers, all.size() - 1));
    producers_.assign(all.begin(), cut);
    others_.assign(cut, all.end());
  }

  const std::vector<int>& producers() const { return producers_; }

  void PinProducer() const { Pin(0, producers_); }
  void PinOther() const { Pin(0, others_); }
  // Every thread of the process but the calling one.
  void PinOthers() const {
    DIR* const tasks = opendir("/proc/self/task");
    if (tasks == nullptr) return;
    while (const dirent* entry = readdir(tasks)) {
      const pid_t thread = static_cast<pid_t>(std::atoi(entry->d_name));
      if (thread != 0 && thread != gettid()) Pin(thread, others_);
    }
    closedir(tasks);
  }

 private:
  static void Pin(pid_t thread, const std::vector<int>& processors) {
    if (processors.empty()) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int cpu : processors) CPU_SET(cpu, &set);
    sched_setaffinity(thread, sizeof(set), &set);
  }

  std::vector<int> producers_;
  std::vector<int> others_;
};

}  // namespace aclprof
