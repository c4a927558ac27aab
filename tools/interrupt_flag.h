// interrupt_flag.h: notices that the user or the system wants the program to end, so that it can
// tidy up.
//
// Shape    one at a time; while it lives, SIGINT, SIGTERM and SIGHUP only raise the flag.
#pragma once

#include <signal.h>

#include <array>

namespace aclprof {

class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  bool raised() const;

 private:
  std::array<struct sigaction, 3> before_{};
};

}  // namespace aclprof
