#include <filesystem>

#include "format/session_layout.h"
#include "tools/session_summary.h"

namespace aclprof {
namespace {

using nlohmann::ordered_json;

ordered_json DevicesJson(const SessionReader& reader) {
  ordered_json devices = ordered_json::array();
  for (const DeviceInfo& device : reader.info().devices) {
    const auto found = reader.announced_by_device().find(device.id);
    const KindCounts counts =
        found == reader.announced_by_device().end() ? KindCounts{} : found->second;
    devices.push_back(
        {{"id", device.id}, {"name", device.name}, {"records", CountsByName(counts, {})}});
  }
  return devices;
}

ordered_json FilesJson(const SessionReader& reader) {
  ordered_json files = ordered_json::array();
  for (const std::string& path : reader.files()) {
    std::error_code error;
    const uintmax_t bytes = std::filesystem::file_size(path, error);
    files.push_back({{"path", path}, {"bytes", error ? 0 : bytes}});
  }
  return files;
}

ordered_json DamageJson(const SessionReader& reader) {
  ordered_json list = ordered_json::array();
  for (const FileDamage& damage : reader.damage()) {
    list.push_back({{"path", damage.path},
                    {"offset", damage.offset},
                    {"bytes", damage.bytes},
                    {"records", damage.records},
                    {"what", damage.what}});
  }
  return list;
}

// What info.json says that needs no translation.
void AddAsWritten(const SessionInfo& info, ordered_json* out) {
  const ordered_json written =
      ordered_json::parse(info.info_json, nullptr, /*allow_exceptions=*/false);
  if (!written.is_object()) return;
  for (const char* key :
       {info_key::kMode, info_key::kConfig, info_key::kBaseDirectory, info_key::kVersions}) {
    if (written.contains(key)) (*out)[key] = written[key];
  }
}

}  // namespace

ordered_json LedgerJson(const Ledger& ledger) {
  const LedgerRow total = ledger.Total();
  ordered_json by_cause = ordered_json::object();
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    by_cause[DropCauseName(cause)] = total.DroppedBy(cause);
  return {{"emitted", total.Emitted()},     {"stored", total.Stored()},
          {"dropped", total.Dropped()},     {"by_cause", by_cause},
          {"aged_out", ledger.aged_out},    {"loss_markers", ledger.loss_markers},
          {"open_ended", ledger.open_ended}};
}

ordered_json SummaryJson(const SessionReader& reader) {
  const SessionInfo& info = reader.info();
  ordered_json out = {{"directory", info.directory},
                      {"session_id", info.session_id},
                      {"complete", info.complete},
                      {"why_incomplete", info.why_incomplete},
                      {"run_complete", info.run_complete},
                      {"host_name", info.host_name},
                      {"process_name", info.process_name},
                      {"pid", info.process_id},
                      {"start_realtime_ns", info.start_realtime_ns},
                      {"stop_realtime_ns", info.stop_realtime_ns},
                      {"start", LocalTime(info.start_realtime_ns)},
                      {"clock_source", info.clock_source},
                      {"devices", DevicesJson(reader)},
                      {"kinds", CountsByName(reader.announced(), info.kinds)},
                      {"unknown_records", reader.unknown_records()},
                      {"ledger", LedgerJson(reader.ledger())},
                      {"dropped_announced", reader.dropped_announced()},
                      {"missing_records", reader.missing_records()},
                      {"files", FilesJson(reader)},
                      {"foreign_files", reader.foreign_files()},
                      {"damage", DamageJson(reader)}};
  AddAsWritten(info, &out);
  return out;
}

}  // namespace aclprof
