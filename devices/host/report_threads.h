// report_threads.h: which application thread calls the callbacks of which stream.
//
// Threads  any.
// Errors   the codes of aclrtSubscribeReport and its kin.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "devices/host/callback_queue.h"
#include "devices/host/host_status.h"

namespace aclprof {

class ReportThreads {
 public:
  HostStatus Subscribe(uint64_t thread, const HostStream& stream);
  HostStatus Unsubscribe(uint64_t thread, const HostStream& stream);
  // For a stream that goes away, subscribed or not.
  void Forget(const HostStream& stream);

  // nullptr when nobody is registered.
  std::shared_ptr<CallbackQueue> QueueOfStream(const HostStream& stream) const;
  std::shared_ptr<CallbackQueue> QueueOfThread(uint64_t thread) const;

 private:
  struct Thread {
    std::shared_ptr<CallbackQueue> queue;
    int streams = 0;
  };

  // Takes the stream's subscription away and gives its queue; the thread's last one closes the queue.
  std::shared_ptr<CallbackQueue> Remove(const HostStream& stream);

  mutable std::mutex mutex_;
  std::map<uint64_t, Thread> threads_;
  std::map<const HostStream*, uint64_t> thread_of_stream_;
};

}  // namespace aclprof
