// profile.h: the state machine of the profiling calls: modes, sessions, settings, and who may do what when.
//
// Threads  every member may be called from any thread. One mutex is around all of them; it is not held while a session
//          is written out, the devices are then `stopping`.
// Orders   [I1] Get stores the instance, release -> IfAny loads it, acquire: the Profile is whole.
// Errors   a call that fails changes nothing, with one exception: a Stop, Finalize or FinalizeRun that answers
//          kWriteFailed or kTimedOut has done its work as far as it could be done.
// Fork     Get() gives a child a new object in mode OFF; the parent's is never touched there.
// Source   docs/state_rules.md
#pragma once

#include <bitset>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/collection_config.h"
#include "core/control_status.h"
#include "core/json_config.h"
#include "core/mode.h"
#include "core/pipeline.h"
#include "core/profile_settings.h"
#include "core/running_sessions.h"
#include "core/subscriptions.h"

namespace aclprof {

// What the platform can't offer.
struct PlatformLimits {
  uint64_t data_types = 0;  // bits of dataTypeConfig
  uint64_t settings = 0;    // bit t: aclprofConfigType t
};

// What is collected now, on one device or on the host.
struct Collection {
  uint64_t kinds = 0;
  uint64_t data_types = 0;
  uint32_t aicore_metrics = 0xFF;  // none
  uint32_t sessions = 0;
};

inline constexpr int32_t kHost = -1;

class Profile {
 public:
  // relaxed: the rules of CANN 9.1 and later where they forgive what the others refuse.
  explicit Profile(Pipeline* pipeline, bool relaxed = false)
      : pipeline_(*pipeline), relaxed_(relaxed) {}
  Profile(const Profile&) = delete;
  Profile& operator=(const Profile&) = delete;

  // The process's own; never destroyed. IfAny: nullptr when nobody asked for it yet.
  static Profile& Get();
  static Profile* IfAny();

  ControlStatus Init(const char* path, size_t length);
  ControlStatus Finalize();
  ControlStatus Start(const CollectionConfig& config, const PlatformLimits& limits);
  ControlStatus Stop(const CollectionConfig& config);
  // Without a configuration, which the relaxed rules take: the default one on the devices in use, and
  // whatever runs.
  ControlStatus StartDefault(const PlatformLimits& limits);
  ControlStatus StopAll();
  ControlStatus SetConfig(int type, const char* value, size_t length, const PlatformLimits& limits);

  // Whether a call that belongs to another part may go on in the mode of now.
  ControlStatus Check(Call call);

  // The JSON way: what a runtime tells of aclInit, aclrtSetDevice, aclrtResetDevice and
  // aclFinalize.
  ControlStatus Configure(const std::string& json_path, const PlatformLimits& limits);
  ControlStatus DeviceUp(int32_t device);
  ControlStatus DeviceDown(int32_t device);
  ControlStatus FinalizeRun(bool complete);

  // Subscription. device: the model's, -1 when it is not loaded; config NULL is an error like others.
  ControlStatus Subscribe(uint32_t model, int32_t device, const SubscribeConfig* config);
  // Returns once the reader has what was emitted before, or takes nothing any more.
  ControlStatus Unsubscribe(uint32_t model);
  std::shared_ptr<const SubscriptionCounts> subscription_counts() const {
    return subscriptions_.counts();
  }
  // Of a record that was read.
  bool FindOp(uint32_t op, OpNames* names) const { return pipeline_.FindOp(op, names); }

  Collection CollectionOn(int32_t device);

  // At the end of the process: writes what still runs, in whatever mode, and waits for calls that
  // are under way.
  void StopLeftovers();

 private:
  using Lock = std::unique_lock<std::mutex>;

  ControlStatus StartUninitialized(const CollectionConfig& config, const PlatformLimits& limits);
  ControlStatus StartIn(const CollectionConfig& config, const PlatformLimits& limits);
  ControlStatus StopRelaxed(const CollectionConfig* config);
  ControlStatus Begin(const CollectionConfig& config, const SessionOptions& options);
  ControlStatus StartConfigured(const JsonConfig& json, const PlatformLimits& limits);
  ControlStatus Tap(uint32_t model, int32_t device, const SubscribeConfig& config);
  void UnsubscribeAll();
  StopOutcome WriteOut(RunningSessions::Handle session, Lock& lock);
  StopOutcome WriteOutAll(const std::vector<RunningSessions::Handle>& sessions, Lock& lock);

  Pipeline& pipeline_;
  const bool relaxed_;
  std::mutex mutex_;
  std::condition_variable settled_;  // a session ended, or a finalize did
  Mode mode_ = Mode::kOff;
  bool configured_ = false;   // Configure succeeded, FinalizeRun is yet to come
  bool run_closing_ = false;  // FinalizeRun is writing the session of the JSON way
  std::string base_directory_;
  ProfileSettings settings_;
  RunningSessions sessions_;
  Subscriptions subscriptions_;
  std::bitset<kMaxDevices> devices_up_;
};

}  // namespace aclprof
