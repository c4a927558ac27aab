// load_session.h: a session of the library with producers to load it: Begin, emit into the rings, End.
//
// Threads  one; one session at a time.
// Errors   a failure names the call, its error code and aclprof's own text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "aclprof/producer.h"
#include "base/status.h"
#include "devices/replay/replay_session.h"

namespace aclprof {

struct LoadShape {
  int producers = 1;        // a ring each
  int devices = 1;          // over which they are dealt out
  bool lossless = true;     // wait for room without a bound; else drop and count
  uint64_t ring_bytes = 0;  // of each; 0 = 8 MiB, less where many share the cap
};

struct LoadOutcome {
  std::string directory;  // the PROF_* that was made
  aclprofx_ledger ledger{};
  double stop_seconds = 0;
  uint64_t file_bytes = 0;  // of all trace files

  uint64_t Dropped() const;
};

class LoadSession {
 public:
  LoadSession() = default;
  // Takes back what Begin did, where End was never reached.
  ~LoadSession();
  LoadSession(const LoadSession&) = delete;
  LoadSession& operator=(const LoadSession&) = delete;

  // Below `output`, which is made when missing.
  Status Begin(const std::string& output, const LoadShape& shape);
  const std::vector<aclprofx_ring*>& rings() const { return rings_; }
  // Nobody emits any more.
  Status End(LoadOutcome* outcome);

 private:
  Status OpenRings(const LoadShape& shape);
  void CloseRings();

  ReplaySession session_;
  std::vector<aclprofx_ring*> rings_;
};

}  // namespace aclprof
