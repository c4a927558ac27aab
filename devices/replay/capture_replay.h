// capture_replay.h: a capture of another tool, replayed into a session of our own.
//
// Threads  one.
// Errors   kDataLoss: the capture is damaged or cut short; what was whole was replayed, when any was. Every other
//          failure means that no session was begun or that its end failed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "devices/replay/capture_survey.h"
#include "devices/replay/device_plan.h"
#include "devices/replay/paced_sink.h"
#include "devices/replay/record_sink.h"
#include "devices/replay/replay_clock.h"
#include "devices/replay/replay_producers.h"
#include "devices/replay/replay_session.h"
#include "readers/import/capture.h"

namespace aclprof {

struct ReplayOptions {
  std::string input;   // a file, or the directory of a capture set
  std::string output;  // where the PROF_* directory goes
  double speed = 0;    // 0 = as fast as it goes, 1 = as captured, 2 = twice as fast
  int devices = 0;     // 0 = as captured, else see device_plan.h
  bool block = true;   // wait for room in a ring; else drop and count
};

struct ReplayResult {
  std::vector<std::string> files;  // what was read
  uint64_t fed = 0;                // records, each in the ledger as emitted
  bool exact_times = true;         // every digit of the capture's times was kept
  bool replayed = false;           // a session was made: outcome holds
  ReplayOutcome outcome;
};

class CaptureReplay {
 public:
  CaptureReplay(const ReplayOptions& options, PaceClock* pace_clock, IsCancelled cancelled)
      : options_(options), pace_clock_(pace_clock), cancelled_(std::move(cancelled)) {}

  Status Run(ReplayResult* result);

 private:
  Status OpenFiles(ReplayResult* result);
  // The first damage that reading met, or what stopped it.
  Status ReadAll(CaptureVisitor* visitor);
  Status Replay(const CaptureSurvey& survey, ReplayResult* result);
  Status Feed(const ReplayClock& clock, const DevicePlan& plan, const ReplayProducers& producers,
              uint64_t* fed);
  std::string Name() const;

  ReplayOptions options_;
  PaceClock* pace_clock_;
  IsCancelled cancelled_;
  std::vector<std::unique_ptr<CaptureReader>> readers_;
};

}  // namespace aclprof
