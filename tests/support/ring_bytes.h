// ring_bytes.h: bytes as a producer leaves them in its ring, for tests that need no ring.
#pragma once

#include <string>
#include <vector>

#include "aclprof/producer.h"
#include "base/byte_order.h"
#include "writers/block_encoder.h"

namespace aclprof {

class RingBytes {
 public:
  uint16_t generation = 1;

  template <typename Record>
  RingBytes& Add(uint16_t kind, const Record& record, const std::string& tail = "") {
    std::string payload(reinterpret_cast<const char*>(&record), sizeof(record));
    return AddPayload(kind, payload + tail);
  }
  RingBytes& AddPayload(uint16_t kind, std::string payload, uint16_t flags = 0) {
    payload.resize((payload.size() + 7) / 8 * 8);
    const auto size = static_cast<uint16_t>(payload.size() + sizeof(aclprofx_record_header));
    AppendValue(&bytes_, aclprofx_record_header{size, kind, flags, generation});
    AppendBytes(&bytes_, payload.data(), payload.size());
    return *this;
  }
  RingBytes& AddTask(uint64_t start, uint64_t duration, uint32_t task_id, uint32_t op = 0,
                     uint16_t type = 0) {
    return Add(ACLPROFX_KIND_TASK, aclprofx_task{start, duration, 3, task_id, op, type, 0});
  }

  Bytes& bytes() { return bytes_; }

  // Everything from `generation` 1 on, all kinds.
  BlockSource Source(uint32_t ring_id = 1, uint64_t sequence = 0,
                     uint64_t first_position = 0) const {
    BlockSource source;
    source.records = bytes_.data();
    source.bytes = bytes_.size();
    source.ring_id = ring_id;
    source.sequence = sequence;
    source.first_position = first_position;
    source.kinds = ~uint64_t{0};
    source.first_generation = 1;
    return source;
  }

 private:
  Bytes bytes_;
};

}  // namespace aclprof
