#include <fmt/format.h>

#include <filesystem>

#include "base/utf8.h"
#include "export/absent_data.h"
#include "tools/session_summary.h"

namespace aclprof {
namespace {

std::string TimeLines(const SessionInfo& info) {
  std::string text = Line("started", LocalTime(info.start_realtime_ns));
  if (info.stop_realtime_ns <= info.start_realtime_ns) return text;
  const double seconds = static_cast<double>(info.stop_realtime_ns - info.start_realtime_ns) / 1e9;
  return text + Line("lasted", fmt::format("{:.3f} s", seconds));
}

std::string DeviceLines(const SessionReader& reader) {
  std::string text;
  for (const DeviceInfo& device : reader.info().devices) {
    const auto found = reader.announced_by_device().find(device.id);
    const uint64_t records =
        found == reader.announced_by_device().end() ? 0 : RecordsIn(found->second);
    const std::string name = device.name.empty() ? "" : fmt::format(" ({})", device.name);
    text +=
        Line("device", fmt::format("{}{}: {}", device.id, name,
                                   records == 0 ? "produced nothing" : Plural(records, "record")));
  }
  return text;
}

std::string KindLines(const SessionReader& reader) {
  std::string text;
  for (const auto& [name, records] : CountsByName(reader.announced(), reader.info().kinds)) {
    text += Line("kind", records == 0 ? name + ": asked for, and there is none"
                                      : fmt::format("{}: {}", name, records));
  }
  if (reader.unknown_records() > 0) {
    text += Line("kind", fmt::format("unknown to this version: {}", reader.unknown_records()));
  }
  return text;
}

std::string FileLines(const SessionReader& reader) {
  uintmax_t bytes = 0;
  for (const std::string& path : reader.files()) {
    std::error_code error;
    const uintmax_t size = std::filesystem::file_size(path, error);
    if (!error) bytes += size;
  }
  std::string text =
      Line("files", fmt::format("{}, {}", reader.files().size(), Plural(bytes, "byte")));
  for (const std::string& path : reader.foreign_files()) text += Line("foreign", path);
  return text;
}

std::string DamageLines(const SessionReader& reader) {
  std::string text;
  for (const FileDamage& damage : reader.damage()) {
    text += Line("damage", fmt::format("{} at {}: {}, {}: {}", damage.path, damage.offset,
                                       Plural(damage.bytes, "byte"),
                                       Plural(damage.records, "record"), damage.what));
  }
  if (reader.missing_records() != 0) {
    text += Line(
        "damage",
        fmt::format("the ledger and the files differ by {}",
                    Plural(static_cast<uint64_t>(std::abs(reader.missing_records())), "record")));
  }
  return text;
}

}  // namespace

std::string Plural(uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string Line(const char* label, const std::string& text) {
  return fmt::format("  {:<10}{}\n", label, VisibleText(text));
}

std::string StateLine(const SessionInfo& info) {
  if (info.complete)
    return Line("state", info.run_complete ? "complete, and so is the run" : "complete");
  return Line("state", "incomplete: " + (info.why_incomplete.empty() ? "it does not say why"
                                                                     : info.why_incomplete));
}

std::string LedgerLines(const SessionReader& reader) {
  const LedgerRow total = reader.ledger().Total();
  std::string text = Line("ledger", fmt::format("emitted {} = stored {} + dropped {}",
                                                total.Emitted(), total.Stored(), total.Dropped()));
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause) {
    if (total.DroppedBy(cause) > 0)
      text += Line("dropped", fmt::format("{}: {}", DropCauseName(cause), total.DroppedBy(cause)));
  }
  if (reader.dropped_announced() > 0) {
    text += Line("dropped",
                 fmt::format("at least {}, by causes that the session did not live to write down",
                             reader.dropped_announced()));
  }
  if (reader.ledger().aged_out > 0) {
    text += Line("aged out",
                 Plural(reader.ledger().aged_out, "record") + ", removed under the storage limit");
  }
  if (reader.ledger().open_ended > 0) {
    text += Line("open", Plural(reader.ledger().open_ended, "task") + " still running at the stop");
  }
  return text;
}

namespace {

std::string AbsentLines(const SessionInfo& info) {
  std::string text;
  for (const std::string& sentence : AbsentData(info.info_json))
    text += Line("asked for", sentence);
  return text;
}

}  // namespace

std::string SummaryText(const SessionReader& reader) {
  const SessionInfo& info = reader.info();
  return VisibleText(info.directory) + "\n" + TimeLines(info) +
         Line("process", fmt::format("{} (pid {}) on {}", info.process_name, info.process_id,
                                     info.host_name)) +
         StateLine(info) + DeviceLines(reader) + KindLines(reader) + AbsentLines(info) +
         LedgerLines(reader) + FileLines(reader) + DamageLines(reader);
}

}  // namespace aclprof
