#include "devices/host/model_turn.h"

#include <optional>
#include <utility>

namespace aclprof {

bool ModelTurn::Take(const void* run, Completion completion) {
  const std::lock_guard lock(mutex_);
  if (holder_ != nullptr) {
    waiters_.push_back({run, std::move(completion)});
    return false;
  }
  holder_ = run;
  return true;
}

void ModelTurn::Give(const void* run) {
  std::optional<Completion> next;
  {
    const std::lock_guard lock(mutex_);
    if (holder_ != run) return;
    holder_ = waiters_.empty() ? nullptr : waiters_.front().run;
    if (!waiters_.empty()) {
      next = std::move(waiters_.front().completion);
      waiters_.pop_front();
    }
  }
  if (next.has_value()) next->Finish();
}

bool ModelTurn::Leave(const void* run) {
  const std::lock_guard lock(mutex_);
  return std::erase_if(waiters_, [run](const Waiter& waiter) { return waiter.run == run; }) > 0;
}

}  // namespace aclprof
