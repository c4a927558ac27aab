// The functions of aclprof/producer.h, translated.

#include <cstring>
#include <string>

#include "aclprof/producer.h"
#include "api/c_boundary.h"
#include "api/status_to_acl.h"
#include "base/tick_clock.h"
#include "core/producer_registration.h"

namespace {

using aclprof::ControlCode;
using aclprof::ControlStatus;
using aclprof::IsNull;

aclprof::ProducerSpec SpecOf(const aclprofx_producer_options& options) {
  aclprof::ProducerSpec spec;
  spec.device_id = options.device_id;
  spec.thread_id = options.thread_id;
  spec.name = options.name == nullptr ? "" : options.name;
  spec.capacity_bytes = options.capacity_bytes;
  spec.block_bytes = options.block_bytes;
  spec.policy = options.policy;
  spec.wait_bound_ns = options.wait_bound_ns;
  spec.clock.clock_hz = options.clock.ticks_per_second;
  spec.clock.anchor_ticks = options.clock.anchor_ticks;
  spec.clock.anchor_realtime_ns = options.clock.anchor_realtime_ns;
  return spec;
}

ControlStatus CheckOptions(const aclprofx_producer_options* options) {
  if (options == nullptr) return IsNull("options");
  if (options->size_bytes != sizeof(*options))
    return {ControlCode::kBadArgument, "size_bytes is not that of version 1"};
  if (options->policy < -1 || options->policy > ACLPROFX_POLICY_BLOCK)
    return {ControlCode::kBadArgument, "there is no policy " + std::to_string(options->policy)};
  return {};
}

}  // namespace

extern "C" {

int aclprofx_open_producer(const aclprofx_producer_options* options, aclprofx_ring** ring) {
  return aclprof::Guarded(__func__, [options, ring] {
    if (ControlStatus bad = CheckOptions(options); !bad.ok()) return bad;
    if (ring == nullptr) return IsNull("ring");
    return aclprof::ToControlStatus(aclprof::OpenProducer(SpecOf(*options), ring));
  });
}

void aclprofx_close_producer(aclprofx_ring* ring) {
  if (ring != nullptr) aclprof::CloseProducer(ring);
}

aclprofx_ring* aclprofx_host_ring(uint16_t kind) {
  return kind < ACLPROFX_KINDS ? aclprof::HostRing(kind) : nullptr;
}

uint32_t aclprofx_intern(const char* text, size_t length_bytes) {
  return text == nullptr ? 0 : aclprof::InternString({text, length_bytes});
}

uint16_t aclprofx_task_type(const char* name) {
  return name == nullptr ? 0 : aclprof::InternTaskType(name);
}

uint32_t aclprofx_intern_op(const aclprofx_op_info* info) {
  if (info == nullptr || info->size_bytes != sizeof(*info)) return 0;
  return aclprof::InternOp(*info);
}

uint64_t aclprofx_ticks(void) { return aclprof::NowTicks(); }

}  // extern "C"
