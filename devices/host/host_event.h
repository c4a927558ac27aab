// host_event.h: an event: records are put on streams, and streams or the host wait for them.
//
// Shape    records are numbered from 1 in the order of their launch. A wait is for the latest record launched before
//          it; with none since the last reset, for the next one (an event of aclrtCreateEventExWithFlag: for nothing).
// Threads  any. Waiters are told without the event's lock.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "devices/host/completion.h"
#include "devices/host/deadline.h"
#include "devices/host/host_status.h"

namespace aclprof {

class HostEvent {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  explicit HostEvent(bool waits_for_first_record)
      : waits_for_first_record_(waits_for_first_record) {}

  uint64_t RecordLaunched();
  // The record ran at `at`, or was dropped (nullopt).
  void RecordOver(uint64_t number, std::optional<TimePoint> at);

  // The number that a wait launched now is for; 0: none.
  uint64_t WaitLaunched();
  // Has `completion` finish once the record is over; false: it is over already.
  bool CallWhenOver(uint64_t number, Completion completion);
  bool IsLaunched(uint64_t number) const;

  void ResetLaunched();
  void ResetOver();

  // Whether the latest record launched is over (and not reset).
  bool Recorded() const;
  void WaitRecorded() const;
  // Milliseconds from start to this event.
  HostStatus ElapsedSince(const HostEvent& start, float* ms) const;

 private:
  struct Waiter {
    uint64_t number;
    Completion completion;
  };

  // The time of the latest record, or why there is none.
  HostStatus TimeOfRecord(TimePoint* at) const;
  // Takes out the waiters whose record is over.
  std::vector<Waiter> TakeReleased();

  const bool waits_for_first_record_;
  mutable std::mutex mutex_;
  mutable std::condition_variable over_changed_;
  uint64_t launched_ = 0;
  uint64_t over_ = 0;
  uint64_t launched_at_reset_ = 0;  // records launched before the last reset was launched
  uint64_t over_at_reset_ = 0;      // records over when the last reset ran
  std::optional<TimePoint> recorded_at_;
  std::vector<Waiter> waiters_;
};

}  // namespace aclprof
