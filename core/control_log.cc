#include "core/control_log.h"

#include "core/process.h"

namespace aclprof {
namespace {

void Log(LogLevel level, const char* text) noexcept {
  try {
    Process& process = Process::Get();
    process.log.Write(level, text);
    // A collector delivers what is queued; without one nobody else would.
    if (!process.collector.running()) process.log.Flush();
  } catch (...) {  // no memory for a line
  }
}

}  // namespace

void LogFailure(const char* text) noexcept { Log(LogLevel::kError, text); }
void LogWarning(const char* text) noexcept { Log(LogLevel::kWarning, text); }

}  // namespace aclprof
