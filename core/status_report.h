// status_report.h: what the process can say of itself at any time.
//
// Threads  any.
#pragma once

#include <cstdint>
#include <string>

#include "core/event_log.h"
#include "core/ring_registry.h"
#include "format/ledger.h"

namespace aclprof {

struct ProcessStatus {
  bool collecting = false;
  RegistryCounts rings;
  uint64_t unknown_names = 0;
};

ProcessStatus GetProcessStatus();
// False when no session was ever started.
bool LastSessionReport(Ledger* ledger, std::string* directory);
void SetLogSink(LogSink sink, void* context);

}  // namespace aclprof
