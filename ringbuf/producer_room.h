// producer_room.h: the producer's slow way: a new block, a full ring, loss.
//
// Threads  the ring's producer; with record_bytes 0 also a signal handler on its thread.
// Full     under policy drop the record is counted and a loss is noted, to be written as a record as soon as there is
//          room; under policy block the producer sleeps until the collector releases space, at most wait_bound_ns.
// Orders   [P2] [P4] [P5], see ring_consumer.h.
#pragma once

#include <cstdint>

#include "aclprof/producer.h"

namespace aclprof {

// Makes room for a record begun under this gate; false when it was dropped and counted. record_bytes 0 only counts: an
// emit in the middle of another, or a payload above the limit.
bool MakeRoom(aclprofx_ring* ring, uint16_t kind, uint32_t record_bytes, uint64_t gate);

}  // namespace aclprof
