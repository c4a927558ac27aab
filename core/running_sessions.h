// running_sessions.h: the sessions between their Start and the end of their Stop, and the rules
// that hold among them: a device is in one session at a time, and a Stop must name exactly what a
// Start began.
//
// Threads  guarded by its owner, the control mutex of Profile.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "base/status.h"
#include "core/collection_config.h"
#include "core/control_status.h"

namespace aclprof {

class Session;

struct RunningSession {
  CollectionConfig config;
  uint64_t kinds = 0;
  std::shared_ptr<Session> session;
  bool stopping = false;  // being written out, the control mutex not held
};

class RunningSessions {
 public:
  using Handle = std::list<RunningSession>::iterator;

  bool empty() const { return sessions_.empty(); }
  bool AnyStopping() const;
  const std::list<RunningSession>& all() const { return sessions_; }

  // Refuses when a device of the configuration is in a session, stopping or not.
  ControlStatus CheckFree(const CollectionConfig& config) const;
  // The relaxed rules, where CheckFree refuses: starting again with the same mask has no effect.
  ControlStatus CheckSameMask(const CollectionConfig& config) const;
  // Takes in the one session of the list; it replaces those that ended on its devices. Can't fail,
  // so that a session that was started is never without an owner.
  void Add(std::list<RunningSession>&& one) noexcept;

  // The running session that this configuration stops; it is marked as stopping.
  ControlStatus BeginStop(const CollectionConfig& config, Handle* handle);
  // The relaxed rules: marks those that run with this mask, or any, as stopping; that nothing runs is
  // no failure.
  ControlStatus BeginStopMask(std::optional<uint64_t> data_types, std::vector<Handle>* handles);
  // Marks all that run as stopping.
  std::vector<Handle> BeginStopAll();
  // The session is over. A second Stop with its configuration finds it among those that ended.
  void EndStop(Handle handle) noexcept;

  // The JSON way: the device joins the only session unless it is in already; add makes the pipeline
  // follow.
  Status Join(int32_t device, const std::function<Status(const RunningSession&)>& add);

  void ForgetEnded() { ended_.clear(); }

 private:
  ControlStatus WhyNotRunning(const CollectionConfig& config) const;

  std::list<RunningSession> sessions_;
  std::list<RunningSession> ended_;  // no two of them overlap
};

}  // namespace aclprof
