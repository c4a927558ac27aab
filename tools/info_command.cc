#include "tools/info_command.h"

#include <memory>

#include "tools/session_report.h"
#include "tools/session_summary.h"

namespace aclprof {

RunVerb DeclareInfo(CLI::App* options) {
  auto report = std::make_shared<SessionReport>();
  DeclareReport(options, report.get());
  report->text = [](SessionReader* reader) { return SummaryText(*reader); };
  report->json = [](SessionReader* reader) { return SummaryJson(*reader); };
  return [report] { return RunReport(*report); };
}

}  // namespace aclprof
