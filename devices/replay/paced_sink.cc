#include "devices/replay/paced_sink.h"

#include <time.h>

#include <algorithm>

#include "devices/replay/replay_clock.h"

namespace aclprof {
namespace {

class MonotonicClock : public PaceClock {
 public:
  int64_t NowNanos() override {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * kNanosPerSecond + now.tv_nsec;
  }

  void SleepUntil(int64_t nanos) override {
    const timespec until{nanos / kNanosPerSecond, nanos % kNanosPerSecond};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
  }
};

// began + after, or the clock's last moment where that is beyond it.
int64_t DueAt(int64_t began, double after) {
  const int64_t left = INT64_MAX - began;
  return after < static_cast<double>(left) ? began + static_cast<int64_t>(after) : INT64_MAX;
}

}  // namespace

PaceClock* PaceClock::Default() {
  static MonotonicClock clock;
  return &clock;
}

void PacedSink::Add(const ReplayRecord& record) {
  held_.push_back({record, bytes_.size(), static_cast<uint32_t>(record.tail.size())});
  bytes_.append(static_cast<const char*>(record.payload), record.payload_bytes);
  bytes_.append(record.tail);
}

void PacedSink::WaitFor(Instant start, Instant first, int64_t began) {
  const double after = static_cast<double>((start - first).ns) / speed_;
  const int64_t due = DueAt(began, after);
  while (clock_->NowNanos() < due && !cancelled_()) {
    clock_->SleepUntil(due);
  }
}

void PacedSink::Play(RecordSink* next) {
  std::stable_sort(held_.begin(), held_.end(),
                   [](const Held& a, const Held& b) { return a.record.start < b.record.start; });
  const int64_t began = clock_->NowNanos();
  for (Held& held : held_) {
    WaitFor(held.record.start, held_.front().record.start, began);
    if (cancelled_()) return;
    held.record.payload = bytes_.data() + held.at;
    held.record.tail = {bytes_.data() + held.at + held.record.payload_bytes, held.tail_bytes};
    next->Add(held.record);
  }
}

}  // namespace aclprof
