#include "core/running_sessions.h"

#include <algorithm>
#include <string>
#include <utility>

namespace aclprof {
namespace {

std::string DeviceList(const CollectionConfig& config) {
  if (config.devices.empty()) return "the host alone";
  std::string text;
  for (const int32_t device : config.devices) {
    text += text.empty() ? "device " : ",";
    text += std::to_string(device);
  }
  return text;
}

}  // namespace

ControlStatus RunningSessions::CheckFree(const CollectionConfig& config) const {
  for (const RunningSession& other : sessions_) {
    if (!config.Overlaps(other.config)) continue;
    return {ControlCode::kAlreadyRunning, "a session on " + DeviceList(other.config) +
                                              (other.stopping ? " is being stopped" : " runs") +
                                              "; asked for " + DeviceList(config)};
  }
  return {};
}

ControlStatus RunningSessions::CheckSameMask(const CollectionConfig& config) const {
  for (const RunningSession& other : sessions_) {
    if (config.Overlaps(other.config) && other.config.data_types != config.data_types)
      return {ControlCode::kOtherConfig, "the session on " + DeviceList(other.config) +
                                             " was started with other kinds of data"};
  }
  return {};
}

void RunningSessions::Add(std::list<RunningSession>&& one) noexcept {
  const CollectionConfig& config = one.front().config;
  ended_.remove_if([&config](const RunningSession& old) { return old.config.Overlaps(config); });
  sessions_.splice(sessions_.end(), one);
}

ControlStatus RunningSessions::WhyNotRunning(const CollectionConfig& config) const {
  const auto is_it = [&config](const RunningSession& s) { return s.config == config; };
  if (std::any_of(ended_.begin(), ended_.end(), is_it) ||
      std::any_of(sessions_.begin(), sessions_.end(), is_it))
    return {ControlCode::kNotRunning,
            "the session on " + DeviceList(config) + " was stopped already"};
  const auto runs = [](const RunningSession& s) { return !s.stopping; };
  if (std::none_of(sessions_.begin(), sessions_.end(), runs))
    return {ControlCode::kNotRunning, "no session runs"};
  return {ControlCode::kOtherConfig, "no session was started with " + DeviceList(config) +
                                         " and these kinds of data and counters"};
}

ControlStatus RunningSessions::BeginStop(const CollectionConfig& config, Handle* handle) {
  *handle = std::find_if(sessions_.begin(), sessions_.end(), [&config](const RunningSession& s) {
    return !s.stopping && s.config == config;
  });
  if (*handle == sessions_.end()) return WhyNotRunning(config);
  (*handle)->stopping = true;
  return {};
}

ControlStatus RunningSessions::BeginStopMask(std::optional<uint64_t> data_types,
                                             std::vector<Handle>* handles) {
  bool any_runs = false;
  for (auto it = sessions_.begin(); it != sessions_.end(); ++it) {
    if (it->stopping) continue;
    any_runs = true;
    if (data_types.value_or(it->config.data_types) == it->config.data_types) handles->push_back(it);
  }
  if (any_runs && handles->empty())
    return {ControlCode::kOtherConfig, "no session runs with these kinds of data"};
  for (Handle handle : *handles) handle->stopping = true;
  return {};
}

std::vector<RunningSessions::Handle> RunningSessions::BeginStopAll() {
  std::vector<Handle> handles;
  for (auto it = sessions_.begin(); it != sessions_.end(); ++it) {
    if (!it->stopping) handles.push_back(it);
  }
  for (Handle handle : handles) handle->stopping = true;
  return handles;
}

bool RunningSessions::AnyStopping() const {
  return std::any_of(sessions_.begin(), sessions_.end(),
                     [](const RunningSession& s) { return s.stopping; });
}

Status RunningSessions::Join(int32_t device,
                             const std::function<Status(const RunningSession&)>& add) {
  RunningSession& session = sessions_.front();
  std::vector<int32_t>& devices = session.config.devices;
  const auto place = std::lower_bound(devices.begin(), devices.end(), device);
  if (place != devices.end() && *place == device) return {};
  std::vector<int32_t> with_device = devices;
  with_device.insert(with_device.begin() + (place - devices.begin()), device);
  Status status = add(session);
  if (status.ok()) devices.swap(with_device);
  return status;
}

void RunningSessions::EndStop(Handle handle) noexcept {
  handle->session.reset();
  ended_.splice(ended_.end(), sessions_, handle);
}

}  // namespace aclprof
