#include "core/session_info.h"

#include <unistd.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "base/tick_clock.h"
#include "base/version.h"

namespace aclprof {
namespace {

using nlohmann::json;

constexpr int kInfoVersion = 1;

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
  json out = {{"stored", CountsByKind(row.stored)}, {"dropped", json::object()}};
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    if (row.DroppedBy(cause) != 0)
      out["dropped"][DropCauseName(cause)] = CountsByKind(row.dropped[cause]);
  return out;
}

json RingRow(uint32_t ring_id, const LedgerRow& row, const DictionarySource& names) {
  json out = RowJson(row);
  out["ring"] = ring_id;
  std::string_view bytes;
  if (!names.Lookup({DictionarySpace::kRing, ring_id}, &bytes)) return out;
  RingEntry entry;
  std::memcpy(&entry, bytes.data(), sizeof(entry));
  out["device"] = entry.device_id;
  out["name"] = std::string(bytes.substr(sizeof(entry)));
  return out;
}

json LedgerJson(const Ledger& ledger, const DictionarySource& names) {
  const LedgerRow total = ledger.Total();
  json rows = json::array();
  for (const auto& [ring_id, row] : ledger.by_ring) rows.push_back(RingRow(ring_id, row, names));
  return {{"emitted", total.Emitted()},
          {"stored", total.Stored()},
          {"dropped", total.Dropped()},
          {"by_cause", DroppedByCause(total)},
          {"aged_out", ledger.aged_out},
          {"loss_markers", ledger.loss_markers},
          {"open_ended", ledger.open_ended},
          {"unattributed", RowJson(ledger.unattributed)},
          {"by_ring", rows}};
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
    devices.push_back({{"id", id}, {"name", DeviceName(id, facts.ledger, names)}});
  return devices;
}

json Kinds(uint64_t wanted) {
  std::set<std::string> kinds;
  for (int kind = 0; kind < ACLPROFX_KINDS; ++kind)
    if ((wanted >> kind) & 1u) kinds.insert(KindName(kind));
  return kinds;
}

json Settings(const std::string& text) {
  json parsed = json::parse(text.empty() ? "{}" : text, nullptr, /*allow_exceptions=*/false);
  return parsed.is_discarded() ? json::object() : parsed;
}

}  // namespace

std::string SessionInfoText(const SessionOptions& options, const SessionFacts& facts,
                            const DictionarySource& names) {
  const json info = {
      {"format_version", kInfoVersion},
      {"session_id", facts.session_id},
      {"host_name", HostName()},
      {"process_name", ProcessName()},
      {"pid", ProcessId()},
      {"mode", options.mode},
      {"config", Settings(options.settings_json)},
      {"base_directory", options.base_directory},
      {"devices", Devices(facts, names)},
      {"clock", {{"source", ClockSourceName()}, {"ticks_per_second", kTicksPerSecond}}},
      {"start_realtime_ns", facts.start_realtime_ns},
      {"stop_realtime_ns", facts.stop_realtime_ns},
      {"complete", facts.complete},
      {"why_incomplete", facts.why_incomplete},
      {"run_complete", facts.run_complete},
      {"kinds", Kinds(options.kinds)},
      {"ledger", LedgerJson(facts.ledger, names)},
      {"versions", {{"aclprof", kLibraryVersion}, {"format", "1.0"}}},
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
