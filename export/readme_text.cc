#include "export/readme_text.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "export/absent_data.h"
#include "export/number_text.h"

namespace aclprof {
namespace {

constexpr char kFiles[] =
    "Files (times are Unix time in microseconds; <stamp> is the local time of the export)\n"
    "  msprof_<stamp>.json          timeline; opens in MindStudio Insight, Perfetto, "
    "chrome://tracing\n"
    "  op_summary_<stamp>.csv       every run of an operator\n"
    "  op_statistic_<stamp>.csv     runs by operator type\n"
    "  task_time_<stamp>.csv        every task of the hardware\n"
    "  api_statistic_<stamp>.csv    calls by level and name\n"
    "  memory_record_<stamp>.csv    every change of a device's memory\n"
    "  operator_memory_<stamp>.csv  memory of operators and models, taken and given back\n"
    "  host_*_usage, cpu_usage, sys_mem, process_*   samples of the host, summed up\n"
    "A table without a row is not written. N/A: was not measured.\n\n";

constexpr char kJsonTables[] = "Tables are JSON here: .json instead of .csv\n\n";

std::string OriginText(int64_t origin_ns) {
  return "The timeline's times count from " + MicrosText(origin_ns) + " us of Unix time\n\n";
}

std::string WindowText(const TimeWindow& window) {
  return "Only what was going on from " + MicrosText(window.from.ns) + " to " +
         MicrosText(window.to.ns) + " us of Unix time; the ledger is that of the whole session\n\n";
}

std::string DevicesText(const SessionInfo& info) {
  std::string text = "Devices\n";
  for (const DeviceInfo& device : info.devices) {
    text += fmt::format("  {}  {}\n", device.id,
                        device.name.empty() ? "N/A" : VisibleText(device.name));
  }
  return text + "\n";
}

std::string AbsentText(const SessionInfo& info) {
  std::string text;
  for (const std::string& sentence : AbsentData(info.info_json)) text += "  " + sentence + "\n";
  return text.empty() ? text : "Asked for\n" + text + "\n";
}

std::string MetricsText(bool as_captured) {
  return as_captured ? "AI Core metrics are as another profiler computed them\n\n" : "";
}

std::string RecordsText(const KindCounts& records) {
  std::string text = "Records read\n";
  for (size_t kind = 0; kind < records.size(); ++kind) {
    if (records[kind] == 0) continue;
    text += fmt::format("  {:<14} {}\n", KindName(static_cast<int>(kind)), records[kind]);
  }
  return text + "\n";
}

std::string LedgerText(const Ledger& ledger) {
  const LedgerRow total = ledger.Total();
  std::string text = fmt::format("Ledger\n  emitted {} = stored {} + dropped {}\n", total.Emitted(),
                                 total.Stored(), total.Dropped());
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause) {
    if (total.DroppedBy(cause) == 0) continue;
    text += fmt::format("  dropped: {} {}\n", DropCauseName(cause), total.DroppedBy(cause));
  }
  if (ledger.aged_out > 0) text += fmt::format("  aged out {}\n", ledger.aged_out);
  return text;
}

}  // namespace

std::string ReadmeText(const SessionReader& reader, const ExportOptions& options,
                       const ExportReport& report) {
  const SessionInfo& info = reader.info();
  const std::string state = info.complete ? "complete" : "NOT COMPLETE: " + info.why_incomplete;
  return fmt::format("Session {} of {} (pid {}), {}\n\n", info.session_id,
                     VisibleText(info.process_name), info.process_id, state) +
         kFiles + (options.tables_as_json ? kJsonTables : "") +
         (options.window ? WindowText(*options.window) : "") +
         (options.relative_time ? OriginText(report.origin_ns) : "") + DevicesText(info) +
         AbsentText(info) + MetricsText(report.metrics_as_captured) + RecordsText(report.records) +
         LedgerText(reader.ledger());
}

}  // namespace aclprof
