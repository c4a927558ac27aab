#include "tools/summary_command.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "tools/operator_summary.h"
#include "tools/session_report.h"

namespace aclprof {
namespace {

struct SummaryOptions {
  SessionReport report;
  size_t top = 10;
};

}  // namespace

RunVerb DeclareSummary(CLI::App* options) {
  auto chosen = std::make_shared<SummaryOptions>();
  DeclareReport(options, &chosen->report);
  options->add_option("--top", chosen->top, "Operators of each device; 0 shows all")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  // Not the shared pointer: these are within what it points to.
  SummaryOptions* own = chosen.get();
  const auto summary = [own](SessionReader* reader) {
    return OperatorSummary{reader, RankOperators(reader), own->top};
  };
  own->report.text = [summary](SessionReader* reader) {
    return OperatorSummaryText(summary(reader));
  };
  own->report.json = [summary](SessionReader* reader) {
    return OperatorSummaryJson(summary(reader));
  };
  return [chosen] { return RunReport(chosen->report); };
}

}  // namespace aclprof
