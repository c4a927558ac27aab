// host_stream.h: a stream of the host device: a queue of tasks that run one after the other.
//
// Threads  what the executor owns is guarded by its lock; the rest never changes.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "devices/host/host_task.h"

namespace aclprof {

class StreamExecutor;

class HostStream : public std::enable_shared_from_this<HostStream> {
 public:
  HostStream(std::shared_ptr<StreamExecutor> executor, uint32_t id, int32_t device_id,
             void* context)
      : executor_(std::move(executor)), id_(id), device_id_(device_id), context_(context) {}

  StreamExecutor& executor() const { return *executor_; }
  uint32_t id() const { return id_; }
  int32_t device_id() const { return device_id_; }
  void* context() const { return context_; }  // the handle of the context that it was made in

 private:
  friend class StreamExecutor;

  enum class State { kIdle, kReady, kRunning, kElsewhere };
  enum class Ending { kNone, kFinished, kUnrecorded, kDropped };

  bool head_begun() const {
    return state_ == State::kRunning || state_ == State::kElsewhere || ending_ != Ending::kNone;
  }

  const std::shared_ptr<StreamExecutor> executor_;
  const uint32_t id_;
  const int32_t device_id_;
  void* const context_;

  // The executor's. The front of the queue is the task that runs, or the next one.
  std::deque<std::shared_ptr<HostTask>> queue_;
  State state_ = State::kIdle;
  Ending ending_ = Ending::kNone;  // how the front task ended
  uint64_t end_ticks_ = 0;
  bool dropping_ = false;   // takes no more tasks and starts none
  uint64_t submitted_ = 0;  // sequence of the last task launched
  uint64_t finished_ = 0;   // every task up to this sequence is over
  static constexpr uint64_t kNobodyWaits = UINT64_MAX;
  uint64_t awaited_ = kNobodyWaits;  // the first sequence that a thread sleeps for
  uint32_t next_task_id_ = 0;
};

}  // namespace aclprof
