// processor_split.h: which processors the producers of a bench run on, and which everything else.
//
// Shape    a producer has one of its own as long as another one is left; on one processor nothing is pinned.
// Threads  PinOthers pins those that there are, and they pass it on to those they make. Which processors there are is
//          looked up once for the process: a pinned thread, and those it makes, see no others any more.
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
    static const std::vector<int> all = Usable();
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
  static std::vector<int> Usable() {
    cpu_set_t usable;
    CPU_ZERO(&usable);
    sched_getaffinity(0, sizeof(usable), &usable);
    std::vector<int> processors;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &usable)) processors.push_back(cpu);
    return processors;
  }

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
