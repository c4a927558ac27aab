#include "tools/interrupt_flag.h"

#include <cstddef>

namespace aclprof {
namespace {

constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};

volatile sig_atomic_t raised_by_signal = 0;

void Raise(int) { raised_by_signal = 1; }

}  // namespace

// What was ignored from the start (nohup) stays ignored.
InterruptFlag::InterruptFlag() {
  raised_by_signal = 0;
  struct sigaction raise {};
  raise.sa_handler = Raise;
  raise.sa_flags = SA_RESTART;
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &raise, nullptr);
  }
}

InterruptFlag::~InterruptFlag() {
  for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

bool InterruptFlag::raised() const { return raised_by_signal != 0; }

}  // namespace aclprof
