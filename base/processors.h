// processors.h: how many processors this process may really use.
//
// Threads  any. Reads small files of /proc and /sys.
// Source   sched_getaffinity(2); cgroup v2 cpu.max; cgroup v1 cpu.cfs_quota_us and cpu.cfs_period_us.
#pragma once

#include <string>

namespace aclprof {

// The processors of the affinity mask, at least 1.
int AffinityProcessors();
// The same, cut down to the whole processors that the cgroup's quota gives (rounded up), at least 1.
int UsableProcessors();

// The whole processors in "200000 100000" (cpu.max), rounded up; 0 when there is no limit or it can't be read.
int ProcessorsOfQuota(const std::string& cpu_max);

}  // namespace aclprof
