// stream_record_task.h: the task that emits a record of its caller's when its stream gets there.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "aclprof/producer.h"
#include "devices/host/host_stream.h"
#include "devices/host/host_task.h"
#include "devices/host/stream_executor.h"
#include "devices/host/task_types.h"

namespace aclprof {

class StreamRecordTask : public HostTask {
 public:
  StreamRecordTask(uint16_t kind, const void* payload, uint32_t payload_bytes)
      : HostTask(HostTaskTypes().user_trace),
        kind_(kind),
        payload_(static_cast<const char*>(payload),
                 static_cast<const char*>(payload) + payload_bytes) {}

  TaskProgress Run(HostStream& stream) override {
    aclprofx_ring* const ring = stream.executor().ring();
    void* const place = aclprofx_begin(ring, kind_, static_cast<uint32_t>(payload_.size()));
    if (place == nullptr) return TaskProgress::kDone;
    const uint64_t now = aclprofx_ticks();
    std::memcpy(place, payload_.data(), payload_.size());
    std::memcpy(place, &now, sizeof(now));
    // A mark of a stream has the stream in the place of its thread.
    if (kind_ == ACLPROFX_KIND_MARK) static_cast<aclprofx_mark*>(place)->thread_id = stream.id();
    if (kind_ == ACLPROFX_KIND_STEP) static_cast<aclprofx_step*>(place)->stream_id = stream.id();
    aclprofx_commit(ring);
    return TaskProgress::kDone;
  }

 private:
  const uint16_t kind_;
  const std::vector<char> payload_;
};

}  // namespace aclprof
