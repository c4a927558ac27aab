// The rules about what is recorded, through the C API and the real pipeline: each test looks at what is on disk.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "acl/acl_prof.h"
#include "aclprof/aclprof.h"
#include "aclprof/producer.h"
#include "aclprof/runtime.h"
#include "tests/support/child_process.h"
#include "tests/support/file_text.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class StatePipeline : public testing::Test {
 protected:
  void TearDown() override {
    aclprofFinalize();
    aclprofx_runtime_finalize(0);
  }

  const std::string& base() const { return directory_.path(); }
  aclError Init() { return aclprofInit(base().c_str(), base().size()); }

  // As aclInit does, with the switch on and these items of `profiler`.
  int Configure(const std::string& items) {
    const std::string path = base() + "/config.json";
    WriteFile(path, R"({"profiler": {"switch": "on", "output": ")" + base() + '"' +
                        (items.empty() ? "" : ", " + items) + "}}");
    return aclprofx_runtime_configure(path.c_str());
  }

  // The directories of the sessions, in the order of their starts.
  std::vector<fs::path> Sessions() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(base())) {
      if (entry.path().filename().string().starts_with("PROF_")) found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
  }
  json Info(size_t index) const {
    return json::parse(TextOfFile(Sessions().at(index) / "info.json"));
  }
  // Records stored by the session; the ledger must balance and nothing may be dropped.
  uint64_t Stored(size_t index) const {
    const json ledger = Info(index)["ledger"];
    EXPECT_EQ(ledger["dropped"], 0);
    EXPECT_EQ(ledger["emitted"], ledger["stored"]);
    return ledger["stored"];
  }

 private:
  TemporaryDirectory directory_;
};

class Config {
 public:
  explicit Config(std::vector<uint32_t> devices, uint64_t mask = ACL_PROF_TASK_TIME)
      : config_(aclprofCreateConfig(devices.data(), static_cast<uint32_t>(devices.size()),
                                    ACL_AICORE_NONE, nullptr, mask)) {}
  ~Config() { aclprofDestroyConfig(config_); }
  Config(const Config&) = delete;
  Config& operator=(const Config&) = delete;
  aclError Start() const { return aclprofStart(config_); }
  aclError Stop() const { return aclprofStop(config_); }

 private:
  aclprofConfig* config_;
};

// A device that runs tasks when told to.
class Device {
 public:
  explicit Device(int32_t id) {
    aclprofx_producer_options options{};
    options.size_bytes = sizeof(options);
    options.device_id = id;
    options.policy = ACLPROFX_POLICY_BLOCK;
    EXPECT_EQ(aclprofx_open_producer(&options, &ring_), 0);
  }
  ~Device() { aclprofx_close_producer(ring_); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  void Run(int tasks) {
    for (int i = 0; i < tasks; ++i) {
      void* place = aclprofx_begin(ring_, ACLPROFX_KIND_TASK, sizeof(aclprofx_task));
      if (place == nullptr) continue;
      *static_cast<aclprofx_task*>(place) = {
          aclprofx_ticks(), 1, 0, static_cast<uint32_t>(i), 0, 0, 0};
      aclprofx_commit(ring_);
    }
  }

 private:
  aclprofx_ring* ring_ = nullptr;
};

// A runtime with one model, on device 0, that can be subscribed.
class RuntimeOfOneModel {
 public:
  static constexpr uint32_t kModel = 7;
  RuntimeOfOneModel() {
    aclprofx_runtime runtime{};
    runtime.size_bytes = sizeof(runtime);
    runtime.name = "test runtime";
    runtime.device_count = [](void*) { return 4; };
    runtime.model_device = [](void*, uint32_t model) { return model == kModel ? 0 : -1; };
    EXPECT_EQ(aclprofx_runtime_register(&runtime), 0);
  }
  ~RuntimeOfOneModel() { aclprofx_runtime_unregister(); }
  RuntimeOfOneModel(const RuntimeOfOneModel&) = delete;
  RuntimeOfOneModel& operator=(const RuntimeOfOneModel&) = delete;
};

// The model is subscribed within its scope.
class Subscribed {
 public:
  Subscribed() {
    EXPECT_EQ(pipe(ends_), 0);
    config_ = aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &ends_[1]);
    EXPECT_EQ(aclprofModelSubscribe(RuntimeOfOneModel::kModel, config_), 0);
  }
  ~Subscribed() {
    EXPECT_EQ(aclprofModelUnSubscribe(RuntimeOfOneModel::kModel), 0);
    aclprofDestroySubscribeConfig(config_);
    close(ends_[0]);
  }
  Subscribed(const Subscribed&) = delete;
  Subscribed& operator=(const Subscribed&) = delete;

 private:
  int ends_[2] = {-1, -1};
  aclprofSubscribeConfig* config_ = nullptr;
};

void LoadModelsOnHost(int loads) {
  for (int i = 0; i < loads; ++i) {
    constexpr auto kLoad = static_cast<uint16_t>(ACLPROFX_KIND_MODEL_LOAD);
    const aclprofx_model_load load{};
    if (aclprofx_ring* ring = aclprofx_host_ring(kLoad))
      aclprofx_emit(ring, kLoad, &load, sizeof(load));
  }
}

bool StampsLive() {
  void* const stamp = aclprofCreateStamp();
  const bool live = stamp != nullptr;
  EXPECT_EQ(aclprofMark(stamp), live ? 0 : -1);
  aclprofDestroyStamp(stamp);
  return live;
}

bool StepInfosLive() {
  aclprofStepInfo* const info = aclprofCreateStepInfo();
  if (info == nullptr) return false;
  aclprofDestroyStepInfo(info);
  return true;
}

void CallOnHost(uint16_t kind, int calls) {
  for (int i = 0; i < calls; ++i) {
    aclprofx_ring* ring = aclprofx_host_ring(kind);
    void* place = aclprofx_begin(ring, kind, sizeof(aclprofx_api));
    if (place == nullptr) continue;
    *static_cast<aclprofx_api*>(place) = {};
    aclprofx_commit(ring);
  }
}

// Runs the body in a forked child that then ends as a program does, by exit.
template <typename Body>
int InChildThatExits(Body body) {
  std::fflush(nullptr);
  return RunInChild([&body]() -> int { std::exit(body()); });
}

TEST_F(StatePipeline, R2_StepInfosLiveInEveryMode) {
  const RuntimeOfOneModel runtime;
  EXPECT_TRUE(StepInfosLive());
  ASSERT_EQ(Init(), 0);
  EXPECT_TRUE(StepInfosLive());
  ASSERT_EQ(aclprofFinalize(), 0);
  {
    const Subscribed subscribed;
    EXPECT_TRUE(StepInfosLive());
  }
  ASSERT_EQ(Configure(""), 0);
  EXPECT_TRUE(StepInfosLive());
}

TEST_F(StatePipeline, R2_StampsLiveWhereMsproftxIsCollected) {
  const RuntimeOfOneModel runtime;
  const Config with({0}, ACL_PROF_MSPROFTX);
  const Config without({0});
  EXPECT_FALSE(StampsLive());
  ASSERT_EQ(Init(), 0);
  EXPECT_FALSE(StampsLive());
  ASSERT_EQ(without.Start(), 0);
  EXPECT_FALSE(StampsLive());
  ASSERT_EQ(without.Stop(), 0);
  ASSERT_EQ(with.Start(), 0);
  EXPECT_TRUE(StampsLive());
  ASSERT_EQ(with.Stop(), 0);
  EXPECT_FALSE(StampsLive());
  ASSERT_EQ(aclprofFinalize(), 0);
  {
    const Subscribed subscribed;
    EXPECT_FALSE(StampsLive());
  }
  for (const char* word : {"off", "on"}) {
    ASSERT_EQ(Configure(R"("msproftx": ")" + std::string(word) + '"'), 0);
    EXPECT_EQ(StampsLive(), std::string(word) == "on");
    ASSERT_EQ(aclprofx_runtime_finalize(1), 0);
  }
}

TEST_F(StatePipeline, R4_01_TheRefusedStartLosesNothingAndMakesNoDirectory) {
  Device zero(0), one(1), two(2);
  const Config first({0, 1});
  const Config second({1, 2});
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(first.Start(), 0);
  zero.Run(100);
  EXPECT_EQ(second.Start(), 100042);
  zero.Run(100);
  one.Run(50);
  two.Run(10);
  ASSERT_EQ(first.Stop(), 0);
  ASSERT_EQ(Sessions().size(), 1u);
  EXPECT_EQ(Stored(0), 250u);
  EXPECT_FALSE(fs::exists(Sessions()[0] / "device_2"));
}

TEST_F(StatePipeline, R4_01_StoppedInBetweenTheSecondStartHasADirectoryOfItsOwn) {
  Device zero(0), one(1), two(2);
  const Config first({0, 1});
  const Config second({1, 2});
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(first.Start(), 0);
  one.Run(10);
  ASSERT_EQ(first.Stop(), 0);
  ASSERT_EQ(second.Start(), 0);
  one.Run(20);
  two.Run(5);
  ASSERT_EQ(second.Stop(), 0);
  ASSERT_EQ(Sessions().size(), 2u);
  EXPECT_EQ(Stored(0), 10u);
  EXPECT_EQ(Stored(1), 25u);
  EXPECT_TRUE(fs::exists(Sessions()[1] / "device_2"));
  EXPECT_FALSE(fs::exists(Sessions()[1] / "device_0"));
}

TEST_F(StatePipeline, R4_07_FinalizeWithRunningSessionsLosesNothing) {
  Device zero(0), one(1);
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(Config({0}).Start(), 0);
  ASSERT_EQ(Config({1}).Start(), 0);
  zero.Run(300);
  one.Run(200);
  EXPECT_EQ(aclprofFinalize(), 0);
  EXPECT_EQ(Stored(0), 300u);
  EXPECT_EQ(Stored(1), 200u);
  EXPECT_TRUE(Info(0)["complete"]);
}

TEST_F(StatePipeline, R4_11_ADeviceThatComesAndGoesWithinTheSessionIsCollected) {
  const Config config({0});
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(config.Start(), 0);
  Device(0).Run(100);
  EXPECT_EQ(config.Stop(), 0);
  EXPECT_EQ(Stored(0), 100u);
}

TEST_F(StatePipeline, R4_13_NothingIsRecordedBeforeStartOrAfterStop) {
  Device device(0);
  const Config config({0});
  ASSERT_EQ(Init(), 0);
  device.Run(10);
  ASSERT_EQ(config.Start(), 0);
  device.Run(20);
  ASSERT_EQ(config.Stop(), 0);
  device.Run(30);
  ASSERT_EQ(config.Start(), 0);
  device.Run(40);
  ASSERT_EQ(config.Stop(), 0);
  EXPECT_EQ(Stored(0), 20u);
  EXPECT_EQ(Stored(1), 40u);
}

TEST_F(StatePipeline, R4_15_OverlappingSessionsStandAloneEachWithItsKinds) {
  constexpr auto kCalls = static_cast<uint16_t>(ACLPROFX_KIND_API);
  constexpr auto kRuntime = static_cast<uint16_t>(ACLPROFX_KIND_RUNTIME_API);
  const Config first({0}, ACL_PROF_ACL_API);
  const Config second({1}, ACL_PROF_ACL_API | ACL_PROF_RUNTIME_API);
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(first.Start(), 0);
  CallOnHost(kCalls, 10);
  CallOnHost(kRuntime, 100);
  ASSERT_EQ(second.Start(), 0);
  CallOnHost(kCalls, 20);
  CallOnHost(kRuntime, 200);
  ASSERT_EQ(first.Stop(), 0);
  CallOnHost(kCalls, 40);
  ASSERT_EQ(second.Stop(), 0);
  EXPECT_EQ(Stored(0), 30u);
  EXPECT_EQ(Stored(1), 260u);
}

TEST_F(StatePipeline, R4_15_TheBaseDirectoryMayBeRemovedBetweenSessions) {
  Device device(0);
  const Config config({0});
  ASSERT_EQ(Init(), 0);
  for (int round = 0; round < 3; ++round) {
    ASSERT_EQ(config.Start(), 0);
    device.Run(10);
    ASSERT_EQ(config.Stop(), 0);
    ASSERT_EQ(Sessions().size(), 1u);
    EXPECT_EQ(Stored(0), 10u);
    fs::remove_all(base());
    if (round == 0) fs::create_directory(base());
  }
}

TEST_F(StatePipeline, R6_4_TheLogNamesThePathAndTheReasonAtOnce) {
  std::vector<std::string> lines;
  const auto sink = [](void* context, int, const char* text) {
    static_cast<std::vector<std::string>*>(context)->push_back(text);
  };
  aclprofx_set_log_sink(sink, &lines);
  const std::string path = "/dev/null/x";
  EXPECT_EQ(aclprofInit(path.c_str(), path.size()), 100003);
  aclprofx_set_log_sink(nullptr, nullptr);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(
      lines[0],
      "EK0003: aclprofInit: the directory /dev/null/x can't be used: Error 20 Not a directory");
}

TEST_F(StatePipeline, R5_02_EveryProcessHasADirectoryOfItsOwn) {
  constexpr int kProcesses = 4;
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      const Config config({0});
      ::_exit(Init() == 0 && config.Start() == 0 && config.Stop() == 0 ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(Sessions().size(), static_cast<size_t>(kProcesses));
}

TEST_F(StatePipeline, R5_03_ANormalExitWithoutStopLosesNothing) {
  const int child = InChildThatExits([this] {
    const Config config({0});
    if (Init() != 0 || config.Start() != 0) return 1;
    auto* device = new Device(0);
    device->Run(1000);
    return 0;
  });
  ASSERT_EQ(child, 0);
  EXPECT_EQ(Stored(0), 1000u);
  EXPECT_TRUE(Info(0)["complete"]);
  EXPECT_FALSE(Info(0)["run_complete"]);
}

TEST_F(StatePipeline, R5_03_ARunIsCompleteOnceItsFinalizeSaidSo) {
  const Config config({0});
  ASSERT_EQ(aclprofx_runtime_configure(nullptr), 0);
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(config.Start(), 0);
  ASSERT_EQ(config.Stop(), 0);
  ASSERT_EQ(aclprofFinalize(), 0);
  EXPECT_FALSE(Info(0)["run_complete"]);
  ASSERT_EQ(aclprofx_runtime_finalize(1), 0);
  EXPECT_TRUE(Info(0)["run_complete"]);
}

TEST_F(StatePipeline, R5_03_NoSignalHandlerIsInstalled) {
  using Handlers = std::vector<decltype(std::declval<struct sigaction>().sa_handler)>;
  const auto handlers = [] {
    Handlers all;
    for (int signal = 1; signal < 32; ++signal) {
      struct sigaction action = {};
      EXPECT_EQ(sigaction(signal, nullptr, &action), 0);
      all.push_back(action.sa_handler);
    }
    return all;
  };
  const Handlers before = handlers();
  const Config config({0}, ACL_PROF_MSPROFTX);
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(config.Start(), 0);
  EXPECT_EQ(handlers(), before);
  ASSERT_EQ(config.Stop(), 0);
}

TEST_F(StatePipeline, R11_NothingIsPrintedWhateverTheVendorsVariablesOfItsLogSay) {
  ASSERT_EQ(setenv("ASCEND_SLOG_PRINT_TO_STDOUT", "1", 1), 0);
  ASSERT_EQ(setenv("ASCEND_GLOBAL_LOG_LEVEL", "0", 1), 0);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const Config config({0});
  EXPECT_EQ(aclprofInit("/dev/null/x", 11), 100003);
  EXPECT_EQ(Init(), 0);
  EXPECT_EQ(config.Start(), 0);
  EXPECT_EQ(config.Start(), 100042);
  EXPECT_EQ(config.Stop(), 0);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  unsetenv("ASCEND_SLOG_PRINT_TO_STDOUT");
  unsetenv("ASCEND_GLOBAL_LOG_LEVEL");
}

TEST_F(StatePipeline, R5_04_ModelLoadsAreRecordedFromStartOn) {
  const Config config({0}, ACL_PROF_RUNTIME_API);
  ASSERT_EQ(Init(), 0);
  LoadModelsOnHost(10);
  ASSERT_EQ(config.Start(), 0);
  LoadModelsOnHost(20);
  ASSERT_EQ(config.Stop(), 0);
  LoadModelsOnHost(40);
  EXPECT_EQ(Stored(0), 20u);
}

TEST_F(StatePipeline, R8_TheJsonSessionCollectsDevicesFromTheirSetOn) {
  ASSERT_EQ(Configure(""), 0);
  Device device(2);
  device.Run(10);
  ASSERT_EQ(aclprofx_runtime_device_up(2), 0);
  device.Run(20);
  ASSERT_EQ(aclprofx_runtime_device_down(2), 0);
  ASSERT_EQ(aclprofx_runtime_finalize(1), 0);
  EXPECT_EQ(Stored(0), 20u);
  EXPECT_TRUE(fs::exists(Sessions()[0] / "device_2"));
  EXPECT_EQ(Info(0)["mode"], "cmd");
  EXPECT_TRUE(Info(0)["run_complete"]);
}

// The host device schedules nothing for a framework: a host thread makes its calls here.
TEST_F(StatePipeline, R8_CallsOfARuntimeAndAFrameworkAreWhatTheirKeysSay) {
  constexpr auto kRuntime = static_cast<uint16_t>(ACLPROFX_KIND_RUNTIME_API);
  constexpr auto kFramework = static_cast<uint16_t>(ACLPROFX_KIND_FRAMEWORK_API);
  const std::pair<const char*, uint64_t> kStored[] = {
      {R"("runtime_api": "off")", 0},
      {R"("runtime_api": "on")", 10},
      {R"("runtime_api": "off", "ge_api": "l0")", 200},
      {R"("runtime_api": "off", "ge_api": "l1")", 200},
      {R"("runtime_api": "off", "ge_api": "off")", 0},
      {R"("runtime_api": "off", "hccl": "on")", 200},
  };
  for (size_t i = 0; i < std::size(kStored); ++i) {
    ASSERT_EQ(Configure(kStored[i].first), 0);
    CallOnHost(kRuntime, 10);
    CallOnHost(kFramework, 200);
    ASSERT_EQ(aclprofx_runtime_finalize(1), 0);
    EXPECT_EQ(Stored(i), kStored[i].second) << kStored[i].first;
  }
}

TEST_F(StatePipeline, R8_TheJsonSessionSamplesTheHost) {
  ASSERT_EQ(Configure(R"("host_sys": "mem", "host_sys_usage_freq": 1)"), 0);
  ASSERT_EQ(aclprofx_runtime_finalize(1), 0);
  // Two looks at least: at the start, with the host's memory too, and at the end.
  EXPECT_GE(Stored(0), 5u);
}

}  // namespace
}  // namespace aclprof
