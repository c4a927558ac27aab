#include "tools/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace aclprof {
namespace {

constexpr int kCells = 40;
constexpr char kWipe[] = "\r\033[K";

int PercentOf(uint64_t done, uint64_t total) {
  if (done >= total) return 100;
  return static_cast<int>(static_cast<double>(done) * 100 / static_cast<double>(total));
}

}  // namespace

std::string ProgressLine(const std::string& what, int percent) {
  const int filled = percent * kCells / 100;
  return fmt::format("{:>3} % [{:<{}}] {}", percent, std::string(filled, '='), kCells, what);
}

ProgressBar::ProgressBar(std::string what, bool wanted)
    : what_(std::move(what)), visible_(wanted && isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (last_percent_ >= 0) static_cast<void>(std::fputs(kWipe, stderr));
}

void ProgressBar::Show(uint64_t done, uint64_t total) {
  if (!visible_) return;
  const int percent = PercentOf(done, total);
  if (percent == last_percent_) return;
  last_percent_ = percent;
  static_cast<void>(std::fputs((kWipe + ProgressLine(what_, percent)).c_str(), stderr));
  std::fflush(stderr);
}

}  // namespace aclprof
