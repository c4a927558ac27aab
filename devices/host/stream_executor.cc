#include "devices/host/stream_executor.h"

#include <algorithm>
#include <utility>

namespace aclprof {

Status StreamExecutor::Start(const char* thread_name) {
  Status started = thread_.Start(thread_name, [this] { Work(); });
  if (started.ok()) {
    const Lock lock(mutex_);
    accepting_ = true;
  }
  return started;
}

void StreamExecutor::Stop() {
  {
    const Lock lock(mutex_);
    accepting_ = false;
    stopping_ = true;
  }
  work_.notify_one();
  thread_.Join();
}

HostStatus StreamExecutor::Launch(HostStream& stream,
                                  std::span<const std::shared_ptr<HostTask>> tasks) {
  const Lock lock(mutex_);
  if (!accepting_ || stream.dropping_) return UnknownHandle("stream: it is being destroyed");
  stream.queue_.insert(stream.queue_.end(), tasks.begin(), tasks.end());
  if (stream.state_ == State::kIdle) {
    busy_.emplace(&stream, stream.shared_from_this());
    MakeReady(stream);
  }
  for (const std::shared_ptr<HostTask>& launched : tasks) {
    launched->identity.stream_id = stream.id();
    launched->identity.task_id = stream.next_task_id_++;
    launched->identity.sequence = ++stream.submitted_;
    launched->Launched();
  }
  return {};
}

bool StreamExecutor::WaitFor(HostStream& stream, const Deadline& deadline) {
  Lock lock(mutex_);
  const uint64_t target = stream.submitted_;
  return deadline.Wait(progress_, lock, [&] { return IsOver(stream, target); });
}

void StreamExecutor::WaitUntilOver(HostStream& stream, uint64_t sequence) {
  Lock lock(mutex_);
  progress_.wait(lock, [&] { return IsOver(stream, sequence); });
}

// Whoever gets false goes to sleep and is woken for this task, not for each one before it.
bool StreamExecutor::IsOver(HostStream& stream, uint64_t sequence) {
  if (stream.finished_ >= sequence) return true;
  stream.awaited_ = std::min(stream.awaited_, sequence);
  return false;
}

bool StreamExecutor::WaitForAll(const Deadline& deadline) {
  for (const auto& stream : BusyStreams())
    if (!WaitFor(*stream, deadline)) return false;
  return true;
}

bool StreamExecutor::Idle(const HostStream& stream) {
  const Lock lock(mutex_);
  return stream.state_ == State::kIdle;
}

void StreamExecutor::Complete(HostStream& stream, uint64_t sequence, uint64_t end_ticks) {
  Answer(stream, sequence, Ending::kFinished, end_ticks);
}

void StreamExecutor::Drop(HostStream& stream, uint64_t sequence) {
  Answer(stream, sequence, Ending::kDropped, 0);
}

void StreamExecutor::DropQueued(HostStream& stream) {
  std::vector<std::shared_ptr<HostTask>> dropped;
  Lock lock(mutex_);
  stream.dropping_ = true;
  const size_t kept = stream.head_begun() ? 1 : 0;
  while (stream.queue_.size() > kept) {
    dropped.push_back(std::move(stream.queue_.back()));
    stream.queue_.pop_back();
  }
  WithdrawHead(lock, stream);
  lock.unlock();
  for (auto task = dropped.rbegin(); task != dropped.rend(); ++task) (*task)->Dropped();
}

void StreamExecutor::DropAllQueued() {
  {
    const Lock lock(mutex_);
    accepting_ = false;
  }
  for (const auto& stream : BusyStreams()) DropQueued(*stream);
}

void StreamExecutor::DropWhatNeedsApplication() {
  {
    const Lock lock(mutex_);
    closing_ = true;
  }
  for (const auto& stream : BusyStreams()) {
    Lock lock(mutex_);
    if (stream->state_ == State::kElsewhere && stream->queue_.front()->NeedsApplication())
      WithdrawHead(lock, *stream);
  }
}

void StreamExecutor::Work() {
  Lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [this] { return stopping_ || !ready_.empty(); });
    if (ready_.empty()) return;
    const std::shared_ptr<HostStream> stream = std::move(ready_.front());
    ready_.pop_front();
    if (stream->queue_.empty()) {
      Advance(*stream);  // what it was ready for has been dropped
    } else if (stream->ending_ != Ending::kNone) {
      EndHead(lock, *stream);
    } else {
      BeginHead(lock, *stream);
    }
  }
}

void StreamExecutor::BeginHead(Lock& lock, HostStream& stream) {
  std::shared_ptr<HostTask> task = stream.queue_.front();
  if (closing_ && task->NeedsApplication()) {
    stream.queue_.pop_front();
    lock.unlock();
    task->Dropped();
    task.reset();
    lock.lock();
    Advance(stream);
    return;
  }
  stream.state_ = State::kRunning;
  lock.unlock();
  recorder_.Began(task->identity);
  const TaskProgress progress = task->Run(stream);
  const uint64_t end_ticks = aclprofx_ticks();
  task.reset();
  lock.lock();
  if (progress == TaskProgress::kElsewhere) {
    GoElsewhere(lock, stream);
  } else {
    stream.ending_ = progress == TaskProgress::kDone ? Ending::kFinished : Ending::kUnrecorded;
    stream.end_ticks_ = end_ticks;
    EndHead(lock, stream);
  }
}

void StreamExecutor::GoElsewhere(Lock& lock, HostStream& stream) {
  if (stream.ending_ != Ending::kNone) {  // the answer was faster
    EndHead(lock, stream);
    return;
  }
  stream.state_ = State::kElsewhere;
  if (stream.dropping_ || (closing_ && stream.queue_.front()->NeedsApplication()))
    WithdrawHead(lock, stream);
}

void StreamExecutor::EndHead(Lock& lock, HostStream& stream) {
  std::shared_ptr<HostTask> task = std::move(stream.queue_.front());
  const Ending ending = stream.ending_;
  const uint64_t end_ticks = stream.end_ticks_;
  stream.queue_.pop_front();
  stream.ending_ = Ending::kNone;
  stream.state_ = State::kReady;  // of no task any more, and not yet of the next
  lock.unlock();
  if (ending == Ending::kFinished) {
    recorder_.Ended(*task, end_ticks);
  } else {
    recorder_.Withdrawn(task->identity);
  }
  if (ending == Ending::kDropped) {
    task->Dropped();
  } else {
    task->AfterRecord();
  }
  task.reset();
  lock.lock();
  Advance(stream);
}

void StreamExecutor::WithdrawHead(Lock& lock, HostStream& stream) {
  if (stream.state_ != State::kElsewhere) return;
  std::shared_ptr<HostTask> task = stream.queue_.front();
  lock.unlock();
  if (task->Withdraw()) Drop(stream, task->identity.sequence);
  task.reset();
  lock.lock();
}

void StreamExecutor::Advance(HostStream& stream) {
  if (stream.queue_.empty()) {
    stream.finished_ = stream.submitted_;
    stream.state_ = State::kIdle;
  } else {
    stream.finished_ = stream.queue_.front()->identity.sequence - 1;
    MakeReady(stream);
  }
  if (stream.finished_ >= stream.awaited_) {
    stream.awaited_ = HostStream::kNobodyWaits;
    progress_.notify_all();
  }
  if (stream.state_ == State::kIdle) busy_.erase(&stream);
}

void StreamExecutor::MakeReady(HostStream& stream) {
  stream.state_ = State::kReady;
  ready_.push_back(stream.shared_from_this());
  work_.notify_one();
}

void StreamExecutor::Answer(HostStream& stream, uint64_t sequence, Ending ending,
                            uint64_t end_ticks) {
  const Lock lock(mutex_);
  const bool begun = stream.state_ == State::kRunning || stream.state_ == State::kElsewhere;
  if (!begun || stream.ending_ != Ending::kNone || stream.queue_.empty() ||
      stream.queue_.front()->identity.sequence != sequence)
    return;
  stream.ending_ = ending;
  stream.end_ticks_ = end_ticks;
  if (stream.state_ == State::kElsewhere) MakeReady(stream);
}

std::vector<std::shared_ptr<HostStream>> StreamExecutor::BusyStreams() {
  const Lock lock(mutex_);
  std::vector<std::shared_ptr<HostStream>> streams;
  for (const auto& [raw, stream] : busy_) streams.push_back(stream);
  return streams;
}

}  // namespace aclprof
