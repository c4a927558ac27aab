#include "export/write_behind.h"

#include <new>
#include <utility>

namespace aclprof {

WriteBehind::~WriteBehind() {
  {
    const Lock lock(mutex_);
    ending_ = true;
  }
  handed_.notify_one();
  thread_.Join();
}

Status WriteBehind::Hand(std::unique_ptr<char[]>* buffer, size_t count) {
  Status status = Wait();
  if (!status.ok()) return status;
  if (!HasThread()) return status_ = file_->Append(buffer->get(), count);
  {
    const Lock lock(mutex_);
    std::swap(*buffer, buffer_);
    count_ = count;
  }
  handed_.notify_one();
  return status;
}

Status WriteBehind::Wait() {
  Lock lock(mutex_);
  written_.wait(lock, [this] { return count_ == 0; });
  return status_;
}

bool WriteBehind::HasThread() {
  if (buffer_ != nullptr) return true;
  auto spare = std::make_unique_for_overwrite<char[]>(capacity_);
  if (!thread_.Start("aclprof-write", [this] { Work(); }).ok()) return false;
  buffer_ = std::move(spare);
  return true;
}

void WriteBehind::Work() {
  Lock lock(mutex_);
  while (true) {
    handed_.wait(lock, [this] { return count_ > 0 || ending_; });
    if (count_ == 0) return;
    WriteHanded(&lock);
  }
}

// A file that makes other text of it needs memory.
void WriteBehind::WriteHanded(Lock* lock) {
  lock->unlock();
  Status status;
  try {
    status = file_->Append(buffer_.get(), count_);
  } catch (const std::bad_alloc&) {
    status = Status(StatusCode::kResourceExhausted, "no memory to write a file");
  }
  lock->lock();
  status_ = std::move(status);
  count_ = 0;
  written_.notify_one();
}

}  // namespace aclprof
