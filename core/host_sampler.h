// host_sampler.h: the thread that samples the host while a session wants it to.
//
// Shape    one thread for all sessions, at the highest of their rates and with the sources of them all; it looks at once,
//          at every period, and once more when it is told to end. A look that comes late is not made up for.
// Threads  Add and Remove: any. The thread emits through a host ring of its own, with every signal masked.
// Errors   what can't be sampled is a line of the log.
// Fork     a child has a sampler without a thread.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "base/helper_thread.h"
#include "core/event_log.h"
#include "core/host_sampling.h"

namespace aclprof {

class HostSampler {
 public:
  explicit HostSampler(EventLog* log) : log_(log) {}

  // While the session's gates are open. Nothing happens where nothing is wanted.
  void Add(const void* session, const HostSampling& wanted);
  // Returns once everything is emitted that the session will have.
  void Remove(const void* session);

  // What stands before /proc and /sys; replaced by tests, before the first session.
  std::string root;

 private:
  void Restart();
  void End();
  void Run(const HostSampling& wanted);
  void RunUntilEnd(const HostSampling& wanted);

  EventLog* const log_;
  std::mutex mutex_;
  std::map<const void*, HostSampling> wanted_;  // by session
  HelperThread thread_;
  uint32_t ending_ = 0;  // a futex
};

// When the next look is due: a whole number of periods after `due`, and after now.
int64_t NextDue(int64_t due_ns, int64_t now_ns, int64_t period_ns);

}  // namespace aclprof
