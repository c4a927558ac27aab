#include "core/op_pipe.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "base/tick_clock.h"

namespace aclprof {
namespace {

// A pipe takes up to PIPE_BUF bytes whole or not at all.
constexpr size_t kAtOnce = PIPE_BUF / sizeof(OpRecord);
// How soon a close is noticed while the pipe is full.
constexpr int kLookMs = 20;

}  // namespace

OpPipe::OpPipe(int fd, int flags, std::shared_ptr<SubscriptionCounts> counts)
    : fd_(fd), flags_(flags), counts_(std::move(counts)) {}

OpPipe::~OpPipe() { thread_.Join(); }

ControlStatus OpPipe::Open(int fd, std::shared_ptr<SubscriptionCounts> counts,
                           std::shared_ptr<OpPipe>* pipe) {
  const int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
    return {ControlCode::kBadArgument,
            "fd " + std::to_string(fd) + " is no descriptor that can be written to"};
  }
  std::shared_ptr<OpPipe> made(new OpPipe(fd, flags, std::move(counts)));
  (void)fcntl(fd, F_SETFL, flags | O_NONBLOCK);
  OpPipe* const self = made.get();
  if (Status started = made->thread_.Start("aclprof-subscr", [self] { self->Run(); });
      !started.ok()) {
    (void)fcntl(fd, F_SETFL, flags);
    return {ControlCode::kOutOfMemory, "no thread for the pipe: " + started.message()};
  }
  (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
  *pipe = std::move(made);
  return {};
}

void OpPipe::Push(const OpRecord& record) try {
  const std::lock_guard lock(mutex_);
  if (broken_ || closing_ || queue_.size() >= kMostQueued) {
    counts_->unread.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  queue_.push_back(record);
  if (queue_.size() == 1) changed_.notify_one();
} catch (const std::bad_alloc&) {
  counts_->unread.fetch_add(1, std::memory_order_relaxed);
}

void OpPipe::Close(int64_t patience_ns) {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    patience_ns_ = patience_ns;
    changed_.notify_one();
  }
  thread_.Join();
  (void)fcntl(fd_, F_SETFL, flags_);  // the application may have duplicates
  close(fd_);
}

void OpPipe::Run() {
  Lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return closing_ || !queue_.empty(); });
    if (queue_.empty()) return;
    if (broken_)
      DropAll();
    else
      WriteSome(lock);
  }
}

void OpPipe::DropAll() {
  counts_->unread.fetch_add(queue_.size(), std::memory_order_relaxed);
  queue_.clear();
}

// The queue keeps the records until it is known what became of them; nobody else takes any out.
void OpPipe::WriteSome(Lock& lock) {
  OpRecord records[kAtOnce];
  const size_t count = std::min(queue_.size(), kAtOnce);
  std::copy_n(queue_.begin(), count, records);
  lock.unlock();
  size_t written = 0;
  const bool whole =
      WriteWhole(reinterpret_cast<const char*>(records), count * sizeof(OpRecord), &written);
  lock.lock();
  const size_t done = written / sizeof(OpRecord);
  counts_->delivered.fetch_add(done, std::memory_order_relaxed);
  queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(done));
  broken_ = !whole;
}

// What is no pipe may take a part only; the rest follows.
bool OpPipe::WriteWhole(const char* bytes, size_t count, size_t* written) {
  int64_t progress_ns = MonotonicNs();
  while (*written < count) {
    const ssize_t taken = write(fd_, bytes + *written, count - *written);
    if (taken > 0) {
      *written += static_cast<size_t>(taken);
      progress_ns = MonotonicNs();
    } else if (taken < 0 && errno == EINTR) {
      continue;
    } else if (taken < 0 && errno == EAGAIN) {
      if (!AwaitRoom(progress_ns)) return false;
    } else {
      return false;
    }
  }
  return true;
}

// False when the close is out of patience.
bool OpPipe::AwaitRoom(int64_t since_ns) {
  {
    const Lock lock(mutex_);
    if (closing_ && MonotonicNs() - since_ns > patience_ns_) return false;
  }
  pollfd room = {fd_, POLLOUT, 0};
  (void)poll(&room, 1, kLookMs);
  return true;
}

}  // namespace aclprof
