// replay_session.h: one profiling session around a replay, through the public C API as any program has it.
//
// Threads  one; one session at a time.
// Errors   a failure names the call, its error code and aclprof's own text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "aclprof/aclprof.h"
#include "base/status.h"

namespace aclprof {

struct ReplayOutcome {
  std::string directory;  // the PROF_* that was made
  aclprofx_ledger ledger{};
  double stop_seconds = 0;  // that aclprofStop took
};

// What a session has to take.
struct ReplayDemand {
  std::vector<int32_t> devices;
  bool lossless = true;             // nothing is dropped however long the disk takes
  std::optional<uint16_t> metrics;  // AI Core metrics of this group (aclprofAicoreMetrics)
  bool samples = false;             // values of counters
};

class ReplaySession {
 public:
  ReplaySession() = default;
  // Takes back what Begin did, where End was never reached.
  ~ReplaySession();
  ReplaySession(const ReplaySession&) = delete;
  ReplaySession& operator=(const ReplaySession&) = delete;

  // Below `output`, which is made when missing.
  Status Begin(const std::string& output, const ReplayDemand& demand);
  Status End(ReplayOutcome* outcome);

 private:
  Status Configure(bool lossless);
  Status Start(const ReplayDemand& demand);
  void TakeBack();

  bool registered_ = false;
  bool initialised_ = false;
  const void* config_ = nullptr;  // an aclprofConfig
  bool started_ = false;
};

}  // namespace aclprof
