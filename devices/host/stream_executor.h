// stream_executor.h: the thread of a device. It runs the tasks of the device's streams, each stream in its own order
// and the streams in turn, and emits a record for each.
//
// Threads  any thread launches, waits and drops. Tasks run on the executor's own thread, and go, without its lock.
// Errors   Start: the thread can't be made. Launch: the stream or the device is going away.
// Stop     a task's record is emitted before a wait for it returns, so that a profiling stop after a synchronisation
//          finds it in the ring.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "aclprof/producer.h"
#include "base/helper_thread.h"
#include "base/status.h"
#include "devices/host/deadline.h"
#include "devices/host/host_status.h"
#include "devices/host/host_stream.h"
#include "devices/host/host_task.h"
#include "devices/host/stream_failures.h"
#include "devices/host/task_recorder.h"

namespace aclprof {

class StreamExecutor {
 public:
  explicit StreamExecutor(aclprofx_ring* ring) : recorder_(ring) {}
  ~StreamExecutor() { Stop(); }

  Status Start(const char* thread_name);
  // Ends the thread. Every stream is idle by then.
  void Stop();

  // Puts tasks at the end of a stream, one behind the other. Of refused tasks none runs.
  HostStatus Launch(HostStream& stream, std::span<const std::shared_ptr<HostTask>> tasks);

  // Wait for everything that was launched before the call; false at the deadline.
  bool WaitFor(HostStream& stream, const Deadline& deadline);
  // Waits for a task of the stream and all before it.
  void WaitUntilOver(HostStream& stream, uint64_t sequence);
  bool WaitForAll(const Deadline& deadline);
  bool Idle(const HostStream& stream);
  // For tasks, on the executor's thread.
  aclprofx_ring* ring() const { return recorder_.ring(); }
  // What tasks leave there is known once a wait for them has returned.
  StreamFailures& failures() { return failures_; }

  // The answers of a Completion.
  void Complete(HostStream& stream, uint64_t sequence, uint64_t end_ticks);
  void Drop(HostStream& stream, uint64_t sequence);

  // Lets no more tasks into the stream, and drops those that have not begun. One that runs goes on to its end.
  void DropQueued(HostStream& stream);
  // The same for every stream.
  void DropAllQueued();
  // From now on drops every task that only the application could bring to an end.
  void DropWhatNeedsApplication();

 private:
  using Lock = std::unique_lock<std::mutex>;
  using State = HostStream::State;
  using Ending = HostStream::Ending;

  void Work();
  void BeginHead(Lock& lock, HostStream& stream);
  void EndHead(Lock& lock, HostStream& stream);
  void GoElsewhere(Lock& lock, HostStream& stream);
  // Takes the front task of a stream back, when it can be.
  void WithdrawHead(Lock& lock, HostStream& stream);
  bool IsOver(HostStream& stream, uint64_t sequence);
  void Advance(HostStream& stream);
  void MakeReady(HostStream& stream);
  void Answer(HostStream& stream, uint64_t sequence, Ending ending, uint64_t end_ticks);
  std::vector<std::shared_ptr<HostStream>> BusyStreams();

  std::mutex mutex_;
  std::condition_variable work_;      // a stream is ready, or the end
  std::condition_variable progress_;  // a task is over
  std::deque<std::shared_ptr<HostStream>> ready_;
  // Streams with a task that is not over; they live at least so long.
  std::unordered_map<HostStream*, std::shared_ptr<HostStream>> busy_;
  bool accepting_ = false;
  bool closing_ = false;
  bool stopping_ = false;

  StreamFailures failures_;
  TaskRecorder recorder_;
  HelperThread thread_;
};

}  // namespace aclprof
