// producer_registration.h: what producers ask of the core, as api/ offers it in aclprof/producer.h.
//
// Threads  any. HostRing is a few loads once a thread has its ring.
// Fork     a child's thread gets a ring of its own; that of its parent stays shut.
#pragma once

#include <cstdint>
#include <string_view>

#include "aclprof/producer.h"
#include "base/status.h"
#include "core/ring_registry.h"

namespace aclprof {

Status OpenProducer(const ProducerSpec& spec, aclprofx_ring** ring);
void CloseProducer(aclprofx_ring* ring);
aclprofx_ring* HostRing(uint16_t kind);

uint32_t InternString(std::string_view text);
uint16_t InternTaskType(std::string_view name);
uint32_t InternOp(const aclprofx_op_info& info);

}  // namespace aclprof
