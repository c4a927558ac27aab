#include "devices/host/callback_queue.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace aclprof {
namespace {

// However the function ends, its stream goes on.
class FinishAtEnd {
 public:
  explicit FinishAtEnd(const CallbackQueue::Entry& entry) : entry_(entry) {}
  ~FinishAtEnd() {
    if (entry_.blocks) entry_.completion.Finish();
  }
  FinishAtEnd(const FinishAtEnd&) = delete;
  FinishAtEnd& operator=(const FinishAtEnd&) = delete;

 private:
  const CallbackQueue::Entry& entry_;
};

}  // namespace

uint64_t CallbackQueue::Push(Entry entry) {
  uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return 0;
    number = ++last_number_;
    entries_.push_back({number, std::move(entry)});
  }
  changed_.notify_one();
  return number;
}

bool CallbackQueue::Remove(uint64_t number) {
  const std::lock_guard lock(mutex_);
  return std::erase_if(entries_, [number](const Numbered& e) { return e.number == number; }) != 0;
}

void CallbackQueue::RemoveAllOf(const HostStream& stream) {
  std::vector<Numbered> removed;
  {
    const std::lock_guard lock(mutex_);
    const auto first = std::stable_partition(
        entries_.begin(), entries_.end(),
        [&stream](const Numbered& e) { return e.entry.completion.stream() != &stream; });
    removed.assign(std::make_move_iterator(first), std::make_move_iterator(entries_.end()));
    entries_.erase(first, entries_.end());
  }
  for (const Numbered& each : removed) each.entry.completion.Drop();
}

CallbackQueue::Outcome CallbackQueue::CallOne(const Deadline& deadline) {
  Outcome outcome = Outcome::kCalled;
  const std::optional<Entry> entry = Take(deadline, &outcome);
  if (!entry.has_value()) return outcome;
  const FinishAtEnd finish(*entry);
  entry->function(entry->argument);
  return Outcome::kCalled;
}

void CallbackQueue::Close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

std::optional<CallbackQueue::Entry> CallbackQueue::Take(const Deadline& deadline,
                                                        Outcome* outcome) {
  std::unique_lock lock(mutex_);
  const bool woken = deadline.Wait(changed_, lock, [this] { return closed_ || !entries_.empty(); });
  if (!woken || closed_) {
    *outcome = closed_ ? Outcome::kClosed : Outcome::kTimeout;
    return std::nullopt;
  }
  std::optional<Entry> entry(std::move(entries_.front().entry));
  entries_.pop_front();
  return entry;
}

}  // namespace aclprof
