// The functions of aclprof/aclprof.h, translated.

#include <cstring>
#include <exception>
#include <string>

#include "aclprof/aclprof.h"
#include "api/c_boundary.h"
#include "api/status_to_acl.h"
#include "core/settings.h"
#include "core/status_report.h"

namespace {

constexpr int kInvalidParam = 100000;
constexpr int kNoSession = 100001;

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

void CopyText(const std::string& text, char* out, size_t capacity_bytes) {
  if (out == nullptr || capacity_bytes == 0) return;
  const size_t count = text.copy(out, capacity_bytes - 1);
  out[count] = '\0';
}

}  // namespace

extern "C" {

int aclprofx_get_settings(aclprofx_settings* settings) {
  if (settings == nullptr || settings->size_bytes != sizeof(*settings)) return kInvalidParam;
  *settings = ToPublic(aclprof::GetSettings());
  return 0;
}

int aclprofx_set_settings(const aclprofx_settings* settings) {
  return aclprof::Guarded(__func__, [settings] {
    if (settings == nullptr || settings->size_bytes != sizeof(*settings))
      return aclprof::ControlStatus(aclprof::ControlCode::kBadArgument,
                                    "settings is NULL or not of version 1");
    return aclprof::ToControlStatus(aclprof::SetSettings(FromPublic(*settings)));
  });
}

int aclprofx_last_session(aclprofx_ledger* ledger, char* directory, size_t capacity_bytes) try {
  if (ledger != nullptr && ledger->size_bytes != sizeof(*ledger)) return kInvalidParam;
  aclprof::Ledger found;
  std::string path;
  if (!aclprof::LastSessionReport(&found, &path)) return kNoSession;
  if (ledger != nullptr) *ledger = ToPublic(found);
  CopyText(path, directory, capacity_bytes);
  return 0;
} catch (const std::exception&) {
  return kNoSession;
}

int aclprofx_get_status(aclprofx_status* status) {
  if (status == nullptr || status->size_bytes != sizeof(*status)) return kInvalidParam;
  const aclprof::ProcessStatus now = aclprof::GetProcessStatus();
  *status = {sizeof(*status),  now.collecting ? 1u : 0u, static_cast<uint32_t>(now.rings.rings),
             now.rings.bytes,  now.rings.committed,      now.rings.out_of_session,
             now.unknown_names};
  return 0;
}

void aclprofx_set_log_sink(aclprofx_log_sink sink, void* context) {
  aclprof::SetLogSink(sink, context);
}

}  // extern "C"
