// host_sampling.h: what a session wants sampled of its host, and how often.
//
// Units    hertz.
// Threads  a value type.
#pragma once

#include <cstdint>

namespace aclprof {

// ACL_PROF_HOST_SYS: this process; ACL_PROF_HOST_SYS_USAGE: the whole host, and this process as one of it.
enum HostSource : uint32_t {
  kProcessCpu = 1u << 0,
  kProcessMemory = 1u << 1,
  kProcessDisk = 1u << 2,
  kNetwork = 1u << 3,
  kHostCpu = 1u << 4,
  kHostMemory = 1u << 5,
};

inline constexpr uint32_t kDefaultHostHertz = 50;

struct HostSampling {
  uint32_t sources = 0;  // of HostSource
  uint32_t hertz = kDefaultHostHertz;

  bool Any() const { return sources != 0; }
};

}  // namespace aclprof
