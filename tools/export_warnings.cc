#include "tools/export_warnings.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <system_error>

#include "tools/exit_code.h"
#include "tools/session_summary.h"

namespace aclprof {
namespace {

// Above it viewers become slow or give up.
constexpr uintmax_t kLargeTimelineBytes = uintmax_t{1} << 30;

using Warnings = std::vector<std::string>;

void AddState(const SessionInfo& info, Warnings* warnings) {
  if (info.complete) return;
  const std::string why = info.why_incomplete.empty() ? "it does not say why" : info.why_incomplete;
  warnings->push_back("not complete: " + why + "; what is there was exported");
}

void AddDamage(const SessionReader& reader, const ExportReport& report, Warnings* warnings) {
  for (const FileDamage& damage : reader.damage()) {
    warnings->push_back(fmt::format("{} at byte {}: {}; {}, {} not exported", damage.path,
                                    damage.offset, damage.what, Plural(damage.bytes, "byte"),
                                    Plural(damage.records, "record")));
  }
  if (reader.missing_records() != 0) {
    warnings->push_back(
        "the ledger and the files differ by " +
        Plural(static_cast<uint64_t>(std::abs(reader.missing_records())), "record"));
  }
  if (report.malformed > 0) {
    warnings->push_back(Plural(report.malformed, "record") +
                        " too short for what it should hold, not exported");
  }
}

void AddNothing(const SessionReader& reader, const ExportReport& report, Warnings* warnings) {
  const KindCounts announced = reader.announced();
  if (std::accumulate(announced.begin(), announced.end(), uint64_t{0}) == 0) {
    warnings->push_back("nothing was collected");
  } else if (report.TotalRecords() == 0) {
    warnings->push_back("nothing was going on in the window");
  }
  for (const DeviceInfo& device : SilentDevices(reader)) {
    warnings->push_back(fmt::format("device {} is listed and produced nothing", device.id));
  }
}

void AddLoss(const SessionReader& reader, const ExportReport& report, Warnings* warnings) {
  const LedgerRow total = reader.ledger().Total();
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause) {
    if (total.DroppedBy(cause) == 0) continue;
    warnings->push_back(Plural(total.DroppedBy(cause), "record") +
                        " dropped: " + DropCauseName(cause));
  }
  if (reader.dropped_announced() > 0) {
    warnings->push_back("at least " + Plural(reader.dropped_announced(), "record") + " dropped");
  }
  if (reader.ledger().aged_out > 0) {
    warnings->push_back(fmt::format("{} aged out; what is left is from {} to {}",
                                    Plural(reader.ledger().aged_out, "record"),
                                    LocalTime(report.first_ns), LocalTime(report.last_ns)));
  }
}

void AddNames(const SessionReader& reader, Warnings* warnings) {
  if (reader.unknown_names() > 0) {
    warnings->push_back(Plural(reader.unknown_names(), "name") +
                        " not in the session, shown as unknown(id)");
  }
  if (reader.unknown_records() > 0) {
    warnings->push_back(Plural(reader.unknown_records(), "record") +
                        " of kinds unknown to this version, not exported");
  }
}

void AddSize(const ExportReport& report, Warnings* warnings) {
  for (const std::string& file : report.files) {
    std::error_code error;
    const uintmax_t bytes = std::filesystem::file_size(report.directory + "/" + file, error);
    if (error || bytes < kLargeTimelineBytes || file.rfind("msprof_", 0) != 0) continue;
    warnings->push_back(fmt::format("{} has {} MB: viewers may be slow", file, bytes >> 20));
  }
}

}  // namespace

Warnings ExportWarnings(const SessionReader& reader, const ExportReport& report) {
  Warnings warnings;
  AddState(reader.info(), &warnings);
  AddDamage(reader, report, &warnings);
  AddNothing(reader, report, &warnings);
  AddLoss(reader, report, &warnings);
  AddNames(reader, &warnings);
  AddSize(report, &warnings);
  return warnings;
}

}  // namespace aclprof
