// progress_bar.h: how far a long piece of work is, on one line of a terminal.
//
// Shape    shows nothing when stderr is not a terminal. The line is wiped when the bar goes.
// Threads  one.
#pragma once

#include <cstdint>
#include <string>

namespace aclprof {

class ProgressBar {
 public:
  // wanted: false for a bar that never shows.
  ProgressBar(std::string what, bool wanted);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void Show(uint64_t done, uint64_t total);

 private:
  const std::string what_;
  const bool visible_;
  int last_percent_ = -1;
};

// The line for a percentage, without the return before it.
std::string ProgressLine(const std::string& what, int percent);

}  // namespace aclprof
