// paced_sink.h: records kept back until the moment of the replay that answers to their start in the capture.
//
// Shape    captures list one layer after the other, so all records are held (about 100 bytes each) and sorted; those
//          with equal starts stay in the order of the capture.
// Threads  one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "devices/replay/record_sink.h"

namespace aclprof {

inline constexpr double kLeastSpeed = 1e-6;  // a second of the capture takes eleven days

using IsCancelled = std::function<bool()>;

// The clock that a paced replay follows; another one in tests.
class PaceClock {
 public:
  virtual ~PaceClock() = default;
  virtual int64_t NowNanos() = 0;
  // Returns early when a signal arrives.
  virtual void SleepUntil(int64_t nanos) = 0;

  // CLOCK_MONOTONIC.
  static PaceClock* Default();
};

class PacedSink : public RecordSink {
 public:
  // speed: 1 as captured, 2 twice as fast, ...; what is due after the end of the clock waits for that end.
  PacedSink(double speed, PaceClock* clock, IsCancelled cancelled)
      : speed_(speed), clock_(clock), cancelled_(std::move(cancelled)) {}

  void Add(const ReplayRecord& record) override;
  // Hands everything on, each record at its time, until done or cancelled.
  void Play(RecordSink* next);

 private:
  struct Held {
    ReplayRecord record;  // payload and tail point into nothing until Play
    uint64_t at;          // of the payload in bytes_; the tail follows it
    uint32_t tail_bytes;
  };

  void WaitFor(Instant start, Instant first, int64_t began);

  double speed_;
  PaceClock* clock_;
  IsCancelled cancelled_;
  std::vector<Held> held_;
  std::string bytes_;
};

}  // namespace aclprof
