// deadline.h: until when a call may wait.
//
// Units    milliseconds, as the vendor's timeouts; kForever = no bound.
// Threads  a value type.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace aclprof {

class Deadline {
 public:
  static constexpr int32_t kForever = -1;

  explicit Deadline(int32_t timeout_ms)
      : forever_(timeout_ms == kForever),
        at_(std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms)) {}

  // Waits until `done`, or to the deadline; whether it is done.
  template <typename Done>
  bool Wait(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, Done done) const {
    if (!forever_) return changed.wait_until(lock, at_, done);
    changed.wait(lock, done);
    return true;
  }

 private:
  bool forever_;
  std::chrono::steady_clock::time_point at_;
};

}  // namespace aclprof
