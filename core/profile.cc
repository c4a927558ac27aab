#include "core/profile.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <list>
#include <optional>
#include <string_view>

#include "acl/acl_prof.h"
#include "core/base_directory.h"
#include "core/data_types.h"

namespace aclprof {
namespace {

constexpr size_t kMaxSettingBytes = 256;
constexpr auto kExitPatience = std::chrono::seconds(30);

bool DynamicModeIsSet() {
  const char* mode = std::getenv("PROFILING_MODE");
  return mode != nullptr && std::string_view(mode) == "dynamic";
}

ControlStatus DynamicModeRefuses() {
  return {ControlCode::kDynamicMode,
          "PROFILING_MODE=dynamic is set: collection is not controlled by calls"};
}

// Whether text has exactly `length` bytes before its terminator.
bool HasLength(const char* text, size_t length) { return ::strnlen(text, length + 1) == length; }

ControlStatus CheckText(const char* what, const char* text, size_t length, size_t most) {
  const std::string name = what;
  if (length > most) {
    return {ControlCode::kBadArgument, name + " of " + std::to_string(length) + " bytes; at most " +
                                           std::to_string(most) + " are allowed"};
  }
  if (text == nullptr) return IsNull(name);
  if (!HasLength(text, length))
    return {ControlCode::kBadArgument,
            name + " does not have the length " + std::to_string(length)};
  return {};
}

ControlCode CodeOfStartFailure(StatusCode code) {
  switch (code) {
    case StatusCode::kPermissionDenied:
    case StatusCode::kNotFound:
    case StatusCode::kAlreadyExists:
    case StatusCode::kInvalidArgument:
      return ControlCode::kBadDirectory;
    default:
      return ControlCode::kFailed;
  }
}

ControlStatus OfStart(const Status& status) {
  if (status.ok()) return {};
  return {CodeOfStartFailure(status.code()),
          "the session could not be started: " + status.message()};
}

ControlStatus OfStop(StopOutcome outcome) {
  switch (outcome) {
    case StopOutcome::kWhole:
      return {};
    case StopOutcome::kDegraded:
      return {ControlCode::kWriteFailed,
              "some records could not be written; the session's ledger counts them"};
    case StopOutcome::kTimedOut:
      return {
          ControlCode::kTimedOut,
          "the records were not on disk in time; the session is over, the rest is written behind"};
  }
  return {ControlCode::kFailed, "an outcome that is not known"};
}

// Whatever a Stop throws, its session is over.
StopOutcome StopOne(Pipeline& pipeline, const std::shared_ptr<Session>& session) noexcept {
  try {
    return pipeline.Stop(session);
  } catch (...) {
    return StopOutcome::kDegraded;
  }
}

void ShutDown(Pipeline& pipeline) noexcept {
  try {
    pipeline.Shutdown();
  } catch (...) {  // its threads end with the process then
  }
}

void MarkComplete(Pipeline& pipeline) noexcept {
  try {
    pipeline.MarkRunComplete();
  } catch (...) {  // the run is then not known to be complete
  }
}

// What is wrong with a configuration in any mode.
ControlStatus CheckShape(const CollectionConfig& config) {
  if (config.data_types == 0) return {ControlCode::kBadArgument, "dataTypeConfig is 0"};
  if (const uint64_t unknown = UnknownDataTypes(config.data_types)) {
    return {ControlCode::kUnknownDataTypes,
            "dataTypeConfig has unknown bits: " + DataTypeNames(unknown)};
  }
  if (config.devices.size() > kMaxDevices) {
    return {ControlCode::kBadArgument,
            std::to_string(config.devices.size()) + " devices; at most 64 are allowed"};
  }
  return {};
}

ControlStatus CheckPlatform(const CollectionConfig& config, const PlatformLimits& limits) {
  const uint64_t refused = config.data_types & limits.data_types;
  if (refused == 0) return {};
  return {ControlCode::kPlatformRefuses, "this platform does not offer " + DataTypeNames(refused)};
}

ControlStatus CheckDevice(int32_t device) {
  if (device >= 0 && device < static_cast<int32_t>(kMaxDevices)) return {};
  return {ControlCode::kBadArgument, "device " + std::to_string(device) + " is outside 0..63"};
}

bool Collects(const CollectionConfig& config, int32_t device) {
  return device == kHost ||
         std::find(config.devices.begin(), config.devices.end(), device) != config.devices.end();
}

void AddDevicesUp(const std::bitset<kMaxDevices>& up, CollectionConfig* config) {
  for (int32_t device = 0; device < static_cast<int32_t>(kMaxDevices); ++device) {
    if (up[static_cast<size_t>(device)]) config->devices.push_back(device);
  }
}

}  // namespace

ControlStatus Profile::Init(const char* path, size_t length) {
  if (DynamicModeIsSet()) return DynamicModeRefuses();
  if (ControlStatus bad = CheckText("profilerResultPath", path, length, kMaxPathBytes); !bad.ok())
    return bad;
  if (length == 0) return {ControlCode::kBadArgument, "profilerResultPath is empty"};
  const Lock lock(mutex_);
  if (ControlStatus refused = CheckMode(mode_, Call::kInit); !refused.ok()) return refused;
  std::string directory;
  if (ControlStatus bad = PrepareBaseDirectory({path, length}, &directory); !bad.ok()) return bad;
  base_directory_ = std::move(directory);
  mode_ = Mode::kApi;
  return {};
}

ControlStatus Profile::SetConfig(int type, const char* value, size_t length,
                                 const PlatformLimits& limits) {
  if (type <= ACL_PROF_ARGS_MIN || type >= ACL_PROF_ARGS_MAX)
    return {ControlCode::kBadArgument, "configType " + std::to_string(type) + " is out of range"};
  if (ControlStatus bad = CheckText("config", value, length, kMaxSettingBytes); !bad.ok())
    return bad;
  const Lock lock(mutex_);
  if (!(relaxed_ && mode_ == Mode::kOff)) {
    if (ControlStatus refused = CheckMode(mode_, Call::kSetConfig); !refused.ok()) return refused;
  }
  return settings_.Set(type, {value, length}, limits.settings);
}

ControlStatus Profile::Check(Call call) {
  const Lock lock(mutex_);
  return CheckMode(mode_, call);
}

ControlStatus Profile::Start(const CollectionConfig& config, const PlatformLimits& limits) {
  if (ControlStatus bad = CheckShape(config); !bad.ok()) return bad;
  const Lock lock(mutex_);
  if (relaxed_ && mode_ == Mode::kOff) return StartUninitialized(config, limits);
  if (ControlStatus refused = CheckMode(mode_, Call::kStart); !refused.ok()) return refused;
  return StartIn(config, limits);
}

ControlStatus Profile::StartIn(const CollectionConfig& config, const PlatformLimits& limits) {
  if (ControlStatus refused = CheckPlatform(config, limits); !refused.ok()) return refused;
  if (ControlStatus busy = sessions_.CheckFree(config); !busy.ok())
    return relaxed_ ? sessions_.CheckSameMask(config) : busy;
  return Begin(config, settings_.OptionsFor(config, base_directory_, "api"));
}

// A Start that does the work of aclprofInit first; the mode changes with its success alone.
ControlStatus Profile::StartUninitialized(const CollectionConfig& config,
                                          const PlatformLimits& limits) {
  if (DynamicModeIsSet()) return DynamicModeRefuses();
  const std::string path = settings_.ValueOf("ACL_PROF_PATH").value_or("./");
  if (ControlStatus bad = PrepareBaseDirectory(path, &base_directory_); !bad.ok()) return bad;
  ControlStatus started = StartIn(config, limits);
  if (started.ok()) mode_ = Mode::kApi;
  return started;
}

ControlStatus Profile::Begin(const CollectionConfig& config, const SessionOptions& options) {
  std::list<RunningSession> one;
  one.push_back({config, options.kinds, nullptr});
  const Status status = pipeline_.Start(options, &one.front().session);
  if (status.ok()) sessions_.Add(std::move(one));
  return OfStart(status);
}

ControlStatus Profile::Stop(const CollectionConfig& config) {
  if (ControlStatus bad = CheckShape(config); !bad.ok()) return bad;
  if (relaxed_) return StopRelaxed(&config);
  Lock lock(mutex_);
  if (ControlStatus refused = CheckMode(mode_, Call::kStop); !refused.ok()) return refused;
  RunningSessions::Handle session;
  if (ControlStatus bad = sessions_.BeginStop(config, &session); !bad.ok()) return bad;
  return OfStop(WriteOut(session, lock));
}

// Everything that runs with the configuration's mask, whatever its devices; NULL: everything.
ControlStatus Profile::StopRelaxed(const CollectionConfig* config) {
  Lock lock(mutex_);
  if (mode_ == Mode::kOff || mode_ == Mode::kClosing) return {};
  if (ControlStatus refused = CheckMode(mode_, Call::kStop); !refused.ok()) return refused;
  std::vector<RunningSessions::Handle> stopped;
  const auto data_types = config != nullptr ? std::optional(config->data_types) : std::nullopt;
  if (ControlStatus bad = sessions_.BeginStopMask(data_types, &stopped); !bad.ok()) return bad;
  StopOutcome worst = StopOutcome::kWhole;
  for (RunningSessions::Handle session : stopped) worst = std::max(worst, WriteOut(session, lock));
  return OfStop(worst);
}

// The lock is open while the session is written out.
StopOutcome Profile::WriteOut(RunningSessions::Handle session, Lock& lock) {
  lock.unlock();
  const StopOutcome outcome = StopOne(pipeline_, session->session);
  lock.lock();
  sessions_.EndStop(session);
  settled_.notify_all();
  return outcome;
}

// Writes out the sessions given and waits for those that other threads are stopping; then the
// pipeline has no work.
StopOutcome Profile::WriteOutAll(const std::vector<RunningSessions::Handle>& sessions, Lock& lock) {
  StopOutcome worst = StopOutcome::kWhole;
  for (RunningSessions::Handle session : sessions) worst = std::max(worst, WriteOut(session, lock));
  settled_.wait(lock, [this] { return sessions_.empty(); });
  sessions_.ForgetEnded();
  return worst;
}

ControlStatus Profile::Finalize() {
  Lock lock(mutex_);
  if (relaxed_ && mode_ == Mode::kOff) return {};
  if (ControlStatus refused = CheckMode(mode_, Call::kFinalize); !refused.ok()) return refused;
  const std::vector<RunningSessions::Handle> leftovers = sessions_.BeginStopAll();
  mode_ = Mode::kClosing;
  const StopOutcome outcome = WriteOutAll(leftovers, lock);
  lock.unlock();
  ShutDown(pipeline_);
  lock.lock();
  mode_ = Mode::kOff;
  settings_ = {};
  settled_.notify_all();
  return OfStop(outcome);
}

ControlStatus Profile::StartDefault(const PlatformLimits& limits) {
  if (!relaxed_) return IsNull("profilerConfig");
  CollectionConfig config = DefaultCollection();
  {
    const Lock lock(mutex_);
    AddDevicesUp(devices_up_, &config);
  }
  return Start(config, limits);
}

ControlStatus Profile::StopAll() {
  if (!relaxed_) return IsNull("profilerConfig");
  return StopRelaxed(nullptr);
}

ControlStatus Profile::Configure(const std::string& json_path, const PlatformLimits& limits) {
  const Lock lock(mutex_);
  if (configured_) return {ControlCode::kAlreadyInitialized, "aclInit is in force already"};
  JsonConfig json;
  if (ControlStatus bad = ReadJsonConfig(json_path, limits.settings, &json); !bad.ok()) return bad;
  if (json.on) {
    if (ControlStatus bad = StartConfigured(json, limits); !bad.ok()) return bad;
    mode_ = Mode::kCmd;
  }
  configured_ = true;
  return {};
}

ControlStatus Profile::StartConfigured(const JsonConfig& json, const PlatformLimits& limits) {
  if (mode_ != Mode::kOff) {
    return {ControlCode::kConfiguredElsewhere,
            mode_ == Mode::kSub
                ? "the configuration switches profiling on, but models are subscribed"
                : "the configuration switches profiling on, but aclprofInit is in force"};
  }
  CollectionConfig config = json.collection;
  if (ControlStatus refused = CheckPlatform(config, limits); !refused.ok()) return refused;
  AddDevicesUp(devices_up_, &config);
  std::string directory;
  if (ControlStatus bad = PrepareOutputDirectory(json.output, &directory); !bad.ok()) return bad;
  return Begin(config, json.settings.OptionsFor(config, directory, "cmd"));
}

ControlStatus Profile::DeviceUp(int32_t device) {
  if (ControlStatus bad = CheckDevice(device); !bad.ok()) return bad;
  const Lock lock(mutex_);
  if (mode_ == Mode::kCmd && !run_closing_) {
    const Status joined = sessions_.Join(device, [this, device](const RunningSession& session) {
      return pipeline_.AddDevice(session.session, device);
    });
    if (!joined.ok()) {
      return {ControlCode::kFailed, "device " + std::to_string(device) +
                                        " could not join the session: " + joined.message()};
    }
  }
  devices_up_.set(static_cast<size_t>(device));
  return {};
}

ControlStatus Profile::DeviceDown(int32_t device) {
  if (ControlStatus bad = CheckDevice(device); !bad.ok()) return bad;
  const Lock lock(mutex_);
  devices_up_.reset(static_cast<size_t>(device));
  return {};
}

ControlStatus Profile::FinalizeRun(bool complete) {
  Lock lock(mutex_);
  if (!configured_ || run_closing_) return {ControlCode::kNotConfigured, "aclInit is not in force"};
  const bool in_charge = mode_ == Mode::kCmd;
  const auto sessions =
      in_charge ? sessions_.BeginStopAll() : std::vector<RunningSessions::Handle>();
  run_closing_ = true;
  const StopOutcome outcome = in_charge ? WriteOutAll(sessions, lock) : StopOutcome::kWhole;
  lock.unlock();
  if (complete && outcome == StopOutcome::kWhole) MarkComplete(pipeline_);
  if (in_charge) ShutDown(pipeline_);
  lock.lock();
  if (in_charge) mode_ = Mode::kOff;
  configured_ = run_closing_ = false;
  settled_.notify_all();
  return OfStop(outcome);
}

Collection Profile::CollectionOn(int32_t device) {
  const Lock lock(mutex_);
  Collection sum;
  for (const RunningSession& session : sessions_.all()) {
    if (session.stopping || !Collects(session.config, device)) continue;
    sum.kinds |= session.kinds;
    sum.data_types |= session.config.data_types;
    if (session.config.data_types & ACL_PROF_AICORE_METRICS)
      sum.aicore_metrics = session.config.aicore_metrics;
    ++sum.sessions;
  }
  return sum;
}

void Profile::StopLeftovers() {
  Lock lock(mutex_);
  const bool settled = settled_.wait_for(lock, kExitPatience, [this] {
    return mode_ != Mode::kClosing && !run_closing_ && !sessions_.AnyStopping();
  });
  const Mode mode = settled ? mode_ : Mode::kOff;
  lock.unlock();
  if (mode == Mode::kApi) (void)Finalize();
  if (mode == Mode::kCmd) (void)FinalizeRun(false);
  if (mode == Mode::kSub) UnsubscribeAll();
}

}  // namespace aclprof
