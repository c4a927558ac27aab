// op_pipe.h: the write end of a subscriber's pipe, and a bounded queue in front of it.
//
// Shape    a thread writes whole records, as many at once as a pipe takes in one piece, and waits for the reader in
//          nobody's place. Beyond kMostQueued records, and once the reader has closed its end, what comes is dropped and
//          counted.
// Threads  Push: any, never waits for the reader. Close: once; the thread is gone afterwards. SIGPIPE is blocked where
//          writes are made.
// Errors   Open: kBadArgument, the descriptor is none to write to; kOutOfMemory, no thread. The descriptor is then as it
//          was. Close closes it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "base/helper_thread.h"
#include "core/control_status.h"
#include "core/op_record.h"

namespace aclprof {

// What became of the records of all subscriptions between the first and the last.
struct SubscriptionCounts {
  std::atomic<uint64_t> delivered{0};  // written to a pipe
  std::atomic<uint64_t> ring_full{0};  // dropped by devices
  std::atomic<uint64_t> unread{0};     // dropped since a reader did not read
};

class OpPipe {
 public:
  static constexpr size_t kMostQueued = 16384;

  static ControlStatus Open(int fd, std::shared_ptr<SubscriptionCounts> counts,
                            std::shared_ptr<OpPipe>* pipe);
  ~OpPipe();
  OpPipe(const OpPipe&) = delete;
  OpPipe& operator=(const OpPipe&) = delete;

  int fd() const { return fd_; }
  void Push(const OpRecord& record);
  // Writes what is queued, unless the reader takes nothing for so long, and closes the write end.
  void Close(int64_t patience_ns);

 private:
  using Lock = std::unique_lock<std::mutex>;

  OpPipe(int fd, int flags, std::shared_ptr<SubscriptionCounts> counts);
  void Run();
  void WriteSome(Lock& lock);
  bool WriteWhole(const char* bytes, size_t count, size_t* written);
  bool AwaitRoom(int64_t since_ns);
  void DropAll();

  const int fd_;
  const int flags_;  // as they were before
  const std::shared_ptr<SubscriptionCounts> counts_;
  HelperThread thread_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<OpRecord> queue_;
  bool closing_ = false;
  int64_t patience_ns_ = 0;
  bool broken_ = false;  // nobody will read any more
};

}  // namespace aclprof
