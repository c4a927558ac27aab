// ring_blocks.h: blocks of a ring full of the reference workload, as a collector finds them.
#pragma once

#include "aclprof/producer.h"
#include "base/byte_order.h"
#include "bench/reference_workload.h"
#include "writers/block_encoder.h"

namespace aclprof {

inline constexpr size_t kRingRecordBytes = sizeof(aclprofx_record_header) + sizeof(aclprofx_task);
inline constexpr size_t kRingBlockRecords = 64 * 1024 / kRingRecordBytes;

inline Bytes RingBlock(ReferenceWorkload* workload, size_t records) {
  Bytes ring;
  ring.reserve(records * kRingRecordBytes);
  for (size_t i = 0; i < records; ++i) {
    AppendValue(&ring, aclprofx_record_header{kRingRecordBytes, ACLPROFX_KIND_TASK, 0, 1});
    AppendValue(&ring, workload->Next());
  }
  return ring;
}

inline BlockSource SourceOf(const Bytes& ring) {
  BlockSource source;
  source.records = ring.data();
  source.bytes = ring.size();
  source.ring_id = 1;
  source.kinds = uint64_t{1} << ACLPROFX_KIND_TASK;
  source.any_generation = true;
  return source;
}

}  // namespace aclprof
