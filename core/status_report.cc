#include "core/status_report.h"

#include "base/library_scope.h"
#include "core/process.h"
#include "core/session_pipeline.h"

namespace aclprof {

ProcessStatus GetProcessStatus() {
  const LibraryScope inside;
  Process& process = Process::Get();
  return {process.collector.running(), process.registry.counts(), ProcessNames().overflowed()};
}

bool LastSessionReport(Ledger* ledger, std::string* directory) {
  const LibraryScope inside;
  const std::shared_ptr<Session> session = LastSession();
  if (session == nullptr) return false;
  *ledger = session->ledger();
  *directory = session->directory();
  return true;
}

void SetLogSink(LogSink sink, void* context) { Process::Get().log.SetSink(sink, context); }

}  // namespace aclprof
