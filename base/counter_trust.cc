#include "base/counter_trust.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace aclprof {
namespace {

#if defined(__x86_64__)
constexpr char kClockSourcePath[] =
    "/sys/devices/system/clocksource/clocksource0/current_clocksource";
// The clocks that the kernel itself reads from the TSC.
constexpr std::string_view kReadFromTsc[] = {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page"};

bool TscIsInvariant() {
  constexpr unsigned kPowerLeaf = 0x80000007;
  constexpr unsigned kInvariant = 1u << 8;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(kPowerLeaf, &eax, &ebx, &ecx, &edx) != 0 && (edx & kInvariant) != 0;
}

// Without an allocation: it is asked when the library is loaded.
bool KernelUsesTsc() {
  const int file = open(kClockSourcePath, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char text[64];
  const ssize_t bytes = read(file, text, sizeof(text));
  close(file);
  std::string_view name(text, bytes < 0 ? 0 : static_cast<size_t>(bytes));
  name = name.substr(0, name.find_first_of(" \n"));
  return std::find(std::begin(kReadFromTsc), std::end(kReadFromTsc), name) !=
         std::end(kReadFromTsc);
}
#endif

}  // namespace

const char* WhyCounterIsNotTrusted() {
#if defined(__x86_64__)
  if (!TscIsInvariant()) return "the TSC of this processor is not invariant";
  if (!KernelUsesTsc()) return "the kernel does not take its own time from the TSC";
  return nullptr;
#elif defined(__aarch64__)
  return nullptr;
#else
  return "no counter of this processor is known";
#endif
}

}  // namespace aclprof
