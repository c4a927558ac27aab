#include "tools/threads_option.h"

#include <CLI/CLI.hpp>

namespace aclprof {

constexpr int kMostThreads = 256;

void DeclareThreads(CLI::App* options, int* threads) {
  *threads = 0;
  options
      ->add_option("--threads", *threads,
                   "That decode; 0: one a processor. The outcome is the same with any number")
      ->check(CLI::Range(0, kMostThreads))
      ->capture_default_str();
}

}  // namespace aclprof
