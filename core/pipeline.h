// pipeline.h: from rings to files. One per process: the registry of producers, the collector thread and the sessions
// that are being collected. It knows nothing of modes and rules; those are profile.h's.
//
// Threads  every member may be called from any thread; Start and Stop of different sessions may overlap.
// Errors   Start fails with a Status and leaves nothing behind: no thread, no directory, no changed mask.
// Fork     a child gets a new, empty pipeline (Get returns it); the parent's is never touched there.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "core/host_sampling.h"
#include "core/task_tap.h"
#include "format/ledger.h"

namespace aclprof {

class Session;  // session.h

struct OpNames {
  std::string name;
  std::string type;
};

struct SessionOptions {
  std::string base_directory;        // absolute; created with parents when missing
  std::vector<int32_t> devices;      // the host is always collected too
  uint64_t kinds = 0;                // bit k: records of kind k are wanted
  std::string op_types;              // of the operators that are wanted, comma-separated; "" = all
  bool bare_operators = false;       // of operators the names alone are wanted
  uint64_t storage_limit_bytes = 0;  // 0 = none
  HostSampling host;                 // samples of the host that are wanted
  std::string mode;                  // "api", "cmd": stored in info.json
  std::string settings_json;         // a JSON object of what was asked for: info.json's "config"
};

enum class StopOutcome {
  kWhole,  // everything emitted before Stop was dealt with; the ledger says whether records were dropped
  kDegraded,  // some of it could not be written
  kTimedOut,  // the bound ran out; the rest is written behind
};

class Pipeline {
 public:
  static Pipeline& Get();
  virtual ~Pipeline() = default;

  virtual Status Start(const SessionOptions& options, std::shared_ptr<Session>* session) = 0;
  // Adds a device to a running session (the JSON way: at aclrtSetDevice); its records from now on belong to it. Not
  // while the session is being stopped.
  virtual Status AddDevice(const std::shared_ptr<Session>& session, int32_t device_id) = 0;
  // Returns when every record whose emit returned before the call is on disk, or the bound (30 s) ran out.
  virtual StopOutcome Stop(const std::shared_ptr<Session>& session) = 0;
  // Ends the collector thread and gives ring memory back. No session may be running.
  virtual void Shutdown() = 0;
  // Marks sessions' info.json as belonging to a complete run (aclFinalize returned 0).
  virtual void MarkRunComplete() = 0;

  // The tasks of a device's models go to the tap from now on, whether a session wants them or not.
  virtual Status BeginTap(int32_t device_id, TaskTap* tap) = 0;
  // The tap of the device has got whatever was emitted before the call, and gets nothing more.
  virtual void EndTap(int32_t device_id) = 0;
  // All taps have got whatever was emitted before the call.
  virtual void DrainTaps() = 0;
  // What an operator in the dictionary is called; false when there is none of this id.
  virtual bool FindOp(uint32_t op, OpNames* names) const = 0;
};

// What Session offers beyond the pipeline: see session.h for the class.
const std::string& SessionDirectory(const Session& session);
Ledger SessionLedger(const Session& session);

}  // namespace aclprof
