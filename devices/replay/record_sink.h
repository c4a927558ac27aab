// record_sink.h: where converted records go: into the rings at once, or in order of time at the pace of the capture.
#pragma once

#include <cstdint>
#include <string_view>

#include "aclprof/producer.h"
#include "base/instant.h"

namespace aclprof {

// A record on its way into a ring: the payload struct and what follows it.
struct ReplayRecord {
  Instant start;
  aclprofx_ring* ring = nullptr;
  uint16_t kind = 0;
  const void* payload = nullptr;
  uint32_t payload_bytes = 0;
  std::string_view tail;
};

class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void Add(const ReplayRecord& record) = 0;
};

// Feeds each record as it comes.
class DirectSink : public RecordSink {
 public:
  void Add(const ReplayRecord& record) override;
  // Offered to the rings: in the session's ledger as emitted.
  uint64_t fed() const { return fed_; }

 private:
  uint64_t fed_ = 0;
};

}  // namespace aclprof
