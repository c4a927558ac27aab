#include "readers/info_file.h"

#include <nlohmann/json.hpp>

#include "base/json_shape.h"
#include "format/session_layout.h"
#include "readers/input_file.h"

namespace aclprof {
namespace {

// Ours has 5; what the application put into its configuration has at most 12.
constexpr size_t kMostLevels = 100;
// Ours has some 140 for each of 4,160 rings at most.
constexpr size_t kMostValues = size_t{1} << 20;

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
  row.stored = CountsByKind(Member(ring, info_key::kStored));
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause) {
    row.dropped[cause] =
        CountsByKind(Member(Member(ring, info_key::kDropped), DropCauseName(cause)));
  }
  return row;
}

Ledger LedgerOf(const json& object) {
  Ledger ledger;
  ledger.aged_out = Count(Member(object, info_key::kAgedOut));
  ledger.loss_markers = Count(Member(object, info_key::kLossMarkers));
  ledger.open_ended = Count(Member(object, info_key::kOpenEnded));
  ledger.unattributed = RowOf(Member(object, info_key::kUnattributed));
  for (const json& ring : Member(object, info_key::kByRing)) {
    ledger.by_ring[static_cast<uint32_t>(Count(Member(ring, info_key::kRing)))] += RowOf(ring);
  }
  return ledger;
}

void FillInfo(const json& object, SessionInfo* info) {
  info->session_id = Text(Member(object, info_key::kSessionId));
  info->host_name = Text(Member(object, info_key::kHostName));
  info->process_name = Text(Member(object, info_key::kProcessName));
  info->process_id = static_cast<uint32_t>(Count(Member(object, info_key::kProcessId)));
  info->clock_source = Text(Member(Member(object, info_key::kClock), info_key::kClockSource));
  info->complete = Flag(Member(object, info_key::kComplete));
  info->why_incomplete = Text(Member(object, info_key::kWhyIncomplete));
  info->start_realtime_ns = Integer(Member(object, info_key::kStart));
  info->stop_realtime_ns = Integer(Member(object, info_key::kStop));
  info->run_complete = Flag(Member(object, info_key::kRunComplete));
  for (const json& kind : Member(object, info_key::kKinds)) info->kinds.push_back(Text(kind));
  for (const json& device : Member(object, info_key::kDevices)) {
    info->devices.push_back({static_cast<int32_t>(Integer(Member(device, info_key::kDeviceId))),
                             Text(Member(device, info_key::kDeviceName))});
  }
}

}  // namespace

Status ParseInfo(const std::string& path, const std::string& text, InfoFile* file) {
  const JsonShape shape = ShapeOfJson(text);
  if (shape.levels > kMostLevels)
    return Status(StatusCode::kDataLoss,
                  path + " is nested deeper than " + std::to_string(kMostLevels) + " levels");
  if (shape.values > kMostValues)
    return Status(StatusCode::kDataLoss,
                  path + " has more than " + std::to_string(kMostValues) + " values");
  const json object = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) return Status(StatusCode::kDataLoss, path + " is not a JSON object");
  FillInfo(object, &file->info);
  file->info.info_json = text;
  if (Member(object, info_key::kLedger).is_object())
    file->ledger = LedgerOf(Member(object, info_key::kLedger));
  return Status();
}

Status ReadInfoFile(const std::string& path, InfoFile* file) {
  std::string text;
  Status read = ReadSmallFile(path, kMaxInfoBytes, &text);
  return read.ok() ? ParseInfo(path, text, file) : read;
}

}  // namespace aclprof
