// completion.h: how a task that went on away from the device's thread tells its stream that it is over.
//
// Threads  any. Only the first answer for a task counts; a late one does nothing.
#pragma once

#include <cstdint>
#include <memory>

#include "devices/host/host_stream.h"

namespace aclprof {

class Completion {
 public:
  Completion(std::shared_ptr<HostStream> stream, uint64_t sequence)
      : stream_(std::move(stream)), sequence_(sequence) {}

  const HostStream* stream() const { return stream_.get(); }
  // It ended now.
  void Finish() const;
  // It will never run; it leaves no record.
  void Drop() const;

 private:
  std::shared_ptr<HostStream> stream_;
  uint64_t sequence_;
};

}  // namespace aclprof
