#include "devices/replay/replay_session.h"

#include <array>
#include <chrono>
#include <climits>
#include <string_view>

#include "acl/acl_prof.h"
#include "aclprof/runtime.h"

namespace aclprof {
namespace {

constexpr uint64_t kData = ACL_PROF_ACL_API | ACL_PROF_TASK_TIME | ACL_PROF_HCCL_TRACE |
                           ACL_PROF_MSPROFTX | ACL_PROF_RUNTIME_API | ACL_PROF_GE_API_L0;
// How long a lossless replay waits for a disk that stalls.
constexpr uint64_t kPatienceNs = 600ull * 1000000000;

int32_t DeviceCount(void*) { return ACLPROFX_MAX_DEVICES; }

int32_t NoModel(void*, uint32_t) { return -1; }

int32_t NoStream(void*, void*) { return -1; }

Status StatusOf(const char* call, int code) {
  if (code == 0) return Status();
  const char* text = aclprofx_last_error();
  std::string message = std::string(call) + " failed with " + std::to_string(code);
  if (text != nullptr) message.append(": ").append(text);
  return Status(StatusCode::kIoError, message);
}

Status Register() {
  aclprofx_runtime runtime{};
  runtime.size_bytes = sizeof(runtime);
  runtime.name = "replay";
  runtime.device_count = DeviceCount;
  runtime.model_device = NoModel;
  runtime.stream_device = NoStream;
  return StatusOf("aclprofx_runtime_register", aclprofx_runtime_register(&runtime));
}

// Frequencies are asked for by how often they are to be sampled: as often as the capture has them, thus at most.
Status AskForSamples() {
  constexpr std::string_view kMostHertz = "100";
  return StatusOf("aclprofSetConfig",
                  aclprofSetConfig(ACL_PROF_LOW_POWER_FREQ, kMostHertz.data(), kMostHertz.size()));
}

const aclprofConfig* AsConfig(const void* config) {
  return static_cast<const aclprofConfig*>(config);
}

}  // namespace

ReplaySession::~ReplaySession() { TakeBack(); }

void ReplaySession::TakeBack() {
  if (started_) aclprofStop(AsConfig(config_));
  if (config_ != nullptr) aclprofDestroyConfig(AsConfig(config_));
  if (initialised_) aclprofFinalize();
  if (registered_) aclprofx_runtime_unregister();
  started_ = initialised_ = registered_ = false;
  config_ = nullptr;
}

Status ReplaySession::Configure(bool lossless) {
  if (!lossless) return Status();
  aclprofx_settings settings{};
  settings.size_bytes = sizeof(settings);
  aclprofx_get_settings(&settings);
  settings.write_stall_ns = kPatienceNs;
  settings.stop_bound_ns = kPatienceNs;
  return StatusOf("aclprofx_set_settings", aclprofx_set_settings(&settings));
}

Status ReplaySession::Start(const ReplayDemand& demand) {
  std::vector<uint32_t> ids(demand.devices.begin(), demand.devices.end());
  if (ids.empty()) ids.push_back(0);  // a capture of host calls alone: a session needs a device
  const auto metrics = static_cast<aclprofAicoreMetrics>(demand.metrics.value_or(ACL_AICORE_NONE));
  const uint64_t data = kData | (demand.metrics ? ACL_PROF_AICORE_METRICS : 0);
  aclprofConfig* const config =
      aclprofCreateConfig(ids.data(), static_cast<uint32_t>(ids.size()), metrics, nullptr, data);
  if (config == nullptr) return StatusOf("aclprofCreateConfig", -1);
  config_ = config;
  const Status status = StatusOf("aclprofStart", aclprofStart(config));
  started_ = status.ok();
  return status;
}

Status ReplaySession::Begin(const std::string& output, const ReplayDemand& demand) {
  if (Status status = Register(); !status.ok()) return status;
  registered_ = true;
  if (Status status = Configure(demand.lossless); !status.ok()) return status;
  Status status = StatusOf("aclprofInit", aclprofInit(output.c_str(), output.size()));
  if (!status.ok()) return status;
  initialised_ = true;
  if (demand.samples) status = AskForSamples();
  return status.ok() ? Start(demand) : status;
}

Status ReplaySession::End(ReplayOutcome* outcome) {
  const auto begin = std::chrono::steady_clock::now();
  const int code = aclprofStop(AsConfig(config_));
  const std::chrono::duration<double> stopping = std::chrono::steady_clock::now() - begin;
  outcome->stop_seconds = stopping.count();
  started_ = false;
  std::array<char, PATH_MAX> directory{};
  outcome->ledger.size_bytes = sizeof(outcome->ledger);
  aclprofx_last_session(&outcome->ledger, directory.data(), directory.size());
  outcome->directory = directory.data();
  const Status status = StatusOf("aclprofStop", code);
  TakeBack();
  return status;
}

}  // namespace aclprof
