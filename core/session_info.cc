#include "core/session_info.h"

#include <unistd.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "base/tick_clock.h"
#include "base/version.h"
#include "format/session_layout.h"

namespace aclprof {
namespace {

using nlohmann::json;

json CountsByKind(const KindCounts& counts) {
  json by_kind = json::object();
  for (int kind = 0; kind < ACLPROFX_KINDS; ++kind)
    if (counts[kind] != 0)
      by_kind[KindName(kind)] = by_kind.value(KindName(kind), uint64_t{0}) + counts[kind];
  return by_kind;
}

json DroppedByCause(const LedgerRow& row) {
  json by_cause = json::object();
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    by_cause[DropCauseName(cause)] = row.DroppedBy(cause);
  return by_cause;
}

json RowJson(const LedgerRow& row) {
  json out = {{info_key::kStored, CountsByKind(row.stored)}, {info_key::kDropped, json::object()}};
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    if (row.DroppedBy(cause) != 0)
      out[info_key::kDropped][DropCauseName(cause)] = CountsByKind(row.dropped[cause]);
  return out;
}

json RingRow(uint32_t ring_id, const LedgerRow& row, const DictionarySource& names) {
  json out = RowJson(row);
  out[info_key::kRing] = ring_id;
  std::string_view bytes;
  if (!names.Lookup({DictionarySpace::kRing, ring_id}, &bytes)) return out;
  RingEntry entry;
  std::memcpy(&entry, bytes.data(), sizeof(entry));
  out[info_key::kRingDevice] = entry.device_id;
  out[info_key::kRingName] = std::string(bytes.substr(sizeof(entry)));
  return out;
}

json LedgerJson(const Ledger& ledger, const DictionarySource& names) {
  const LedgerRow total = ledger.Total();
  json rows = json::array();
  for (const auto& [ring_id, row] : ledger.by_ring) rows.push_back(RingRow(ring_id, row, names));
  return {{info_key::kEmitted, total.Emitted()},
          {info_key::kStored, total.Stored()},
          {info_key::kDropped, total.Dropped()},
          {info_key::kByCause, DroppedByCause(total)},
          {info_key::kAgedOut, ledger.aged_out},
          {info_key::kLossMarkers, ledger.loss_markers},
          {info_key::kOpenEnded, ledger.open_ended},
          {info_key::kUnattributed, RowJson(ledger.unattributed)},
          {info_key::kByRing, rows}};
}

// A device is called what its first producer calls itself.
std::string DeviceName(int32_t device_id, const Ledger& ledger, const DictionarySource& names) {
  for (const auto& [ring_id, row] : ledger.by_ring) {
    std::string_view bytes;
    RingEntry entry;
    if (!names.Lookup({DictionarySpace::kRing, ring_id}, &bytes)) continue;
    std::memcpy(&entry, bytes.data(), sizeof(entry));
    if (entry.device_id == device_id && bytes.size() > sizeof(entry))
      return std::string(bytes.substr(sizeof(entry)));
  }
  return "";
}

json Devices(const SessionFacts& facts, const DictionarySource& names) {
  json devices = json::array();
  for (const int32_t id : facts.devices)
    devices.push_back(
        {{info_key::kDeviceId, id}, {info_key::kDeviceName, DeviceName(id, facts.ledger, names)}});
  return devices;
}

json Kinds(uint64_t wanted) {
  std::set<std::string> kinds;
  for (int kind = 0; kind < ACLPROFX_KINDS; ++kind)
    if ((wanted >> kind) & 1u) kinds.insert(KindName(kind));
  return kinds;
}

json SettingsJson(const std::string& text) {
  json parsed = json::parse(text.empty() ? "{}" : text, nullptr, /*allow_exceptions=*/false);
  return parsed.is_discarded() ? json::object() : parsed;
}

}  // namespace

std::string SessionInfoText(const SessionOptions& options, const SessionFacts& facts,
                            const DictionarySource& names) {
  const json info = {
      {info_key::kFormatVersion, kInfoVersion},
      {info_key::kSessionId, facts.session_id},
      {info_key::kHostName, HostName()},
      {info_key::kProcessName, ProcessName()},
      {info_key::kProcessId, ProcessId()},
      {info_key::kMode, options.mode},
      {info_key::kConfig, SettingsJson(options.settings_json)},
      {info_key::kBaseDirectory, options.base_directory},
      {info_key::kDevices, Devices(facts, names)},
      {info_key::kClock,
       {{info_key::kClockSource, ClockSourceName()},
        {info_key::kTicksPerSecond, facts.ticks_per_second},
        {info_key::kClockNote, ClockNote()}}},
      {info_key::kStart, facts.start_realtime_ns},
      {info_key::kStop, facts.stop_realtime_ns},
      {info_key::kComplete, facts.complete},
      {info_key::kWhyIncomplete, facts.why_incomplete},
      {info_key::kRunComplete, facts.run_complete},
      {info_key::kKinds, Kinds(options.kinds)},
      {info_key::kLedger, LedgerJson(facts.ledger, names)},
      {info_key::kVersions,
       {{info_key::kLibraryVersion, kLibraryVersion},
        {info_key::kTraceVersion, FormatVersionText()}}},
  };
  // Names come from the application and need not be UTF-8: what is not, is replaced rather than refused.
  return info.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string HostName() {
  if (ClockIsFixed()) return "fixed";
  char name[256] = "";
  gethostname(name, sizeof(name) - 1);
  return name;
}

std::string ProcessName() {
  std::string name;
  std::ifstream comm("/proc/self/comm");
  std::getline(comm, name);
  return name;
}

uint32_t ProcessId() { return ClockIsFixed() ? 1 : static_cast<uint32_t>(getpid()); }

}  // namespace aclprof
