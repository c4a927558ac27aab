// The functions of aclprof/aclprof.h, translated.

#include <string>

#include "aclprof/aclprof.h"
#include "api/c_boundary.h"
#include "api/status_to_acl.h"
#include "core/profile.h"
#include "core/settings.h"
#include "core/status_report.h"

namespace {

using aclprof::ControlCode;
using aclprof::ControlStatus;
using aclprof::Guarded;
using aclprof::IsNull;

template <typename Struct>
ControlStatus CheckStruct(const char* name, const Struct* value) {
  if (value == nullptr) return IsNull(name);
  if (value->size_bytes == sizeof(*value)) return {};
  return {ControlCode::kBadArgument, std::string(name) + "->size_bytes is " +
                                         std::to_string(value->size_bytes) + ", must be " +
                                         std::to_string(sizeof(*value))};
}

aclprofx_settings ToPublic(const aclprof::Settings& settings) {
  return {sizeof(aclprofx_settings), settings.device_ring_bytes, settings.host_ring_bytes,
          settings.block_bytes,      settings.ring_cap_bytes,    settings.policy,
          settings.wait_bound_ns,    settings.flush_interval_ns, settings.max_file_bytes,
          settings.max_file_age_ns,  settings.stop_bound_ns,     settings.write_stall_ns,
          settings.helpers,          settings.blocks_in_flight};
}

aclprof::Settings FromPublic(const aclprofx_settings& settings) {
  return {settings.device_ring_bytes, settings.host_ring_bytes, settings.block_bytes,
          settings.ring_cap_bytes,    settings.policy,          settings.wait_bound_ns,
          settings.flush_interval_ns, settings.max_file_bytes,  settings.max_file_age_ns,
          settings.stop_bound_ns,     settings.write_stall_ns,  settings.helpers,
          settings.blocks_in_flight};
}

aclprofx_ledger ToPublic(const aclprof::Ledger& ledger) {
  const aclprof::LedgerRow total = ledger.Total();
  aclprofx_ledger out{};
  out.size_bytes = sizeof(out);
  out.emitted = total.Emitted();
  out.stored = total.Stored();
  for (int cause = 0; cause < ACLPROFX_DROP_CAUSES; ++cause)
    out.dropped[cause] = total.DroppedBy(cause);
  out.aged_out = ledger.aged_out;
  out.loss_markers = ledger.loss_markers;
  out.open_ended = ledger.open_ended;
  return out;
}

aclprofx_ledger ToPublic(const aclprof::SubscriptionCounts& counts) {
  aclprofx_ledger out{};
  out.size_bytes = sizeof(out);
  out.stored = counts.delivered.load();
  out.dropped[ACLPROFX_DROP_RING_FULL] = counts.ring_full.load();
  out.dropped[ACLPROFX_DROP_WRITE_FAILED] = counts.unread.load();
  out.emitted = out.stored + counts.ring_full.load() + counts.unread.load();
  return out;
}

aclprofx_status ToPublic(const aclprof::ProcessStatus& status) {
  return {sizeof(aclprofx_status),
          status.collecting ? 1u : 0u,
          static_cast<uint32_t>(status.rings.rings),
          status.rings.bytes,
          status.rings.committed,
          status.rings.out_of_session,
          status.unknown_names,
          status.rings.wakes};
}

void CopyText(const std::string& text, char* out, size_t capacity_bytes) {
  if (out == nullptr || capacity_bytes == 0) return;
  const size_t count = text.copy(out, capacity_bytes - 1);
  out[count] = '\0';
}

}  // namespace

extern "C" {

int aclprofx_get_settings(aclprofx_settings* settings) {
  return Guarded(__func__, [settings] {
    ControlStatus status = CheckStruct("settings", settings);
    if (status.ok()) *settings = ToPublic(aclprof::GetSettings());
    return status;
  });
}

int aclprofx_set_settings(const aclprofx_settings* settings) {
  return Guarded(__func__, [settings] {
    if (ControlStatus status = CheckStruct("settings", settings); !status.ok()) return status;
    return aclprof::ToControlStatus(aclprof::SetSettings(FromPublic(*settings)));
  });
}

int aclprofx_last_session(aclprofx_ledger* ledger, char* directory, size_t capacity_bytes) {
  return Guarded(__func__, [=]() -> ControlStatus {
    if (ledger != nullptr)
      if (ControlStatus status = CheckStruct("ledger", ledger); !status.ok()) return status;
    aclprof::Ledger found;
    std::string path;
    if (!aclprof::LastSessionReport(&found, &path))
      return {ControlCode::kNotInitialized, "no session was ever started"};
    if (ledger != nullptr) *ledger = ToPublic(found);
    CopyText(path, directory, capacity_bytes);
    return {};
  });
}

int aclprofx_subscription_ledger(aclprofx_ledger* ledger) {
  return Guarded(__func__, [ledger] {
    ControlStatus status = CheckStruct("ledger", ledger);
    if (status.ok()) *ledger = ToPublic(*aclprof::Profile::Get().subscription_counts());
    return status;
  });
}

int aclprofx_get_status(aclprofx_status* status) {
  return Guarded(__func__, [status] {
    ControlStatus checked = CheckStruct("status", status);
    if (checked.ok()) *status = ToPublic(aclprof::GetProcessStatus());
    return checked;
  });
}

void aclprofx_set_log_sink(aclprofx_log_sink sink, void* context) {
  Guarded(__func__, [=]() -> ControlStatus {
    aclprof::SetLogSink(sink, context);
    return {};
  });
}

}  // extern "C"
