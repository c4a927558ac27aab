// callback_queue.h: functions that tasks of streams want called on a certain thread: an application's report thread
// (aclrtProcessReport), or a device's own thread for host functions.
//
// Threads  any pushes and removes; functions are called without the queue's lock.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "devices/host/completion.h"
#include "devices/host/deadline.h"

namespace aclprof {

class CallbackQueue {
 public:
  enum class Outcome { kCalled, kTimeout, kClosed };

  struct Entry {
    void (*function)(void*);
    void* argument;
    Completion completion;
    bool blocks;  // the stream waits for the function: the completion gets its end
  };

  // The entry's number, for Remove; 0 when the queue is closed.
  uint64_t Push(Entry entry);
  // Takes back a function that has not been called yet.
  bool Remove(uint64_t number);
  // Takes back every function of a stream, whose waiting task is then dropped.
  void RemoveAllOf(const HostStream& stream);

  // Waits for a function and calls it.
  Outcome CallOne(const Deadline& deadline);
  // Wakes every CallOne; nothing gets in or out any more.
  void Close();

 private:
  struct Numbered {
    uint64_t number;
    Entry entry;
  };

  std::optional<Entry> Take(const Deadline& deadline, Outcome* outcome);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Numbered> entries_;
  uint64_t last_number_ = 0;
  bool closed_ = false;
};

}  // namespace aclprof
