#include "readers/info_file.h"

#include <nlohmann/json.hpp>

#include "readers/input_file.h"

namespace aclprof {
namespace {

using nlohmann::json;

constexpr uint64_t kMaxInfoBytes = 64u << 20;

const json& Member(const json& object, const char* key) {
  static const json null;
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() ? *found : null;
}

std::string Text(const json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}
bool Flag(const json& value) { return value.is_boolean() && value.get<bool>(); }
int64_t Integer(const json& value) { return value.is_number_integer() ? value.get<int64_t>() : 0; }
uint64_t Count(const json& value) { return value.is_number_unsigned() ? value.get<uint64_t>() : 0; }

// -1 for a name that this version does not know.
int KindOfName(const std::string& name) {
  for (int kind = 0; kind < ACLPROFX_KINDS; ++kind) {
    if (name == KindName(kind)) return kind;
  }
  return -1;
}

KindCounts CountsByKind(const json& by_kind) {
  KindCounts counts{};
  if (!by_kind.is_object()) return counts;
  for (const auto& [name, records] : by_kind.items()) {
    const int kind = KindOfName(name);
    if (kind >= 0) counts[kind] += Count(records);
  }
  return counts;
}

LedgerRow RowOf(const json& ring) {
  LedgerRow row;
  row.stored = CountsByKind(Member(ring, "stored"));
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause) {
    row.dropped[cause] = CountsByKind(Member(Member(ring, "dropped"), DropCauseName(cause)));
  }
  return row;
}

Ledger LedgerOf(const json& object) {
  Ledger ledger;
  ledger.aged_out = Count(Member(object, "aged_out"));
  ledger.loss_markers = Count(Member(object, "loss_markers"));
  ledger.open_ended = Count(Member(object, "open_ended"));
  ledger.unattributed = RowOf(Member(object, "unattributed"));
  for (const json& ring : Member(object, "by_ring")) {
    ledger.by_ring[static_cast<uint32_t>(Count(Member(ring, "ring")))] += RowOf(ring);
  }
  return ledger;
}

void FillInfo(const json& object, SessionInfo* info) {
  info->session_id = Text(Member(object, "session_id"));
  info->host_name = Text(Member(object, "host_name"));
  info->process_name = Text(Member(object, "process_name"));
  info->process_id = static_cast<uint32_t>(Count(Member(object, "pid")));
  info->clock_source = Text(Member(Member(object, "clock"), "source"));
  info->complete = Flag(Member(object, "complete"));
  info->why_incomplete = Text(Member(object, "why_incomplete"));
  info->start_realtime_ns = Integer(Member(object, "start_realtime_ns"));
  info->stop_realtime_ns = Integer(Member(object, "stop_realtime_ns"));
  info->run_complete = Flag(Member(object, "run_complete"));
  for (const json& kind : Member(object, "kinds")) info->kinds.push_back(Text(kind));
  for (const json& device : Member(object, "devices")) {
    info->devices.push_back(
        {static_cast<int32_t>(Integer(Member(device, "id"))), Text(Member(device, "name"))});
  }
}

}  // namespace

Status ParseInfo(const std::string& path, const std::string& text, InfoFile* file) {
  const json object = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) return Status(StatusCode::kDataLoss, path + " is not a JSON object");
  FillInfo(object, &file->info);
  file->info.info_json = text;
  if (Member(object, "ledger").is_object()) file->ledger = LedgerOf(Member(object, "ledger"));
  return Status();
}

Status ReadInfoFile(const std::string& path, InfoFile* file) {
  std::string text;
  Status read = ReadSmallFile(path, kMaxInfoBytes, &text);
  return read.ok() ? ParseInfo(path, text, file) : read;
}

}  // namespace aclprof
