#include "devices/replay/record_sink.h"

#include <cstring>

namespace aclprof {

void DirectSink::Add(const ReplayRecord& record) {
  ++fed_;
  const uint32_t tail_bytes = static_cast<uint32_t>(record.tail.size());
  void* const place = aclprofx_begin(record.ring, record.kind, record.payload_bytes + tail_bytes);
  if (place == nullptr) return;  // dropped; the ring has counted it
  std::memcpy(place, record.payload, record.payload_bytes);
  record.tail.copy(static_cast<char*>(place) + record.payload_bytes, tail_bytes);
  aclprofx_commit(record.ring);
}

}  // namespace aclprof
