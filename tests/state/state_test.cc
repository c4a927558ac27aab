#include "tests/state/state_test.h"

#include <stdlib.h>

#include <algorithm>

namespace aclprof {

namespace fs = std::filesystem;

ConfigPointer MakeConfig(std::vector<uint32_t> devices, uint64_t mask,
                         aclprofAicoreMetrics metrics) {
  const auto count = static_cast<uint32_t>(devices.size());
  return ConfigPointer(aclprofCreateConfig(devices.data(), count, metrics, nullptr, mask));
}

std::string LastError() {
  const char* text = aclprofx_last_error();
  return text != nullptr ? text : "";
}

ScopedVariable::ScopedVariable(const char* name, const char* value) : name_(name) {
  if (const char* before = ::getenv(name)) before_ = std::make_unique<std::string>(before);
  value != nullptr ? ::setenv(name, value, 1) : ::unsetenv(name);
}

ScopedVariable::~ScopedVariable() {
  before_ ? ::setenv(name_.c_str(), before_->c_str(), 1) : ::unsetenv(name_.c_str());
}

void StateTest::SetUp() {
  pipeline().Reset();
  const aclprofx_runtime runtime = Runtime();
  ASSERT_EQ(aclprofx_runtime_register(&runtime), 0);
  LastError();
}

void StateTest::TearDown() {
  aclprofFinalize();
  aclprofx_runtime_finalize(0);
  for (int32_t device = 0; device < ACLPROFX_MAX_DEVICES; ++device)
    aclprofx_runtime_device_down(device);
  aclprofx_runtime_unregister();
}

aclprofx_runtime StateTest::Runtime() {
  aclprofx_runtime runtime{};
  runtime.size_bytes = sizeof(runtime);
  runtime.name = "test runtime";
  runtime.context = this;
  runtime.device_count = [](void* self) { return static_cast<StateTest*>(self)->device_count_; };
  runtime.model_device = [](void*, uint32_t id) {
    return id == kLoadedModel || id == kOtherModel ? 0 : id == kModelOfDevice1 ? 1 : -1;
  };
  runtime.stream_device = [](void*, void*) { return 0; };
  return runtime;
}

void StateTest::ReplaceRuntime(const aclprofx_runtime& runtime) {
  ASSERT_EQ(aclprofx_runtime_unregister(), 0);
  ASSERT_EQ(aclprofx_runtime_register(&runtime), 0);
}

aclError StateTest::Configure(const std::string& json) {
  const std::string path = Below("config.json");
  WriteFile(path, json);
  return aclprofx_runtime_configure(path.c_str());
}

aclError StateTest::ConfigureOn(const std::string& items) {
  return Configure(R"({"profiler": {"switch": "on", "output": ")" + Below("out") + "\"" +
                   (items.empty() ? "" : ", " + items) + "}}");
}

void StateTest::ExpectModelessCallsWork() {
  EXPECT_EQ(aclprofDestroyConfig(MakeConfig({0}).release()), 0);
  int fd = -1;
  const auto* subscription = aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &fd);
  ASSERT_NE(subscription, nullptr);
  EXPECT_EQ(aclprofDestroySubscribeConfig(subscription), 0);
  size_t size = 0;
  EXPECT_EQ(aclprofGetOpDescSize(&size), 0);
  EXPECT_NE(size, 0u);
}

Observed StateTest::Observe() const {
  aclprofx_collection now{};
  now.size_bytes = sizeof(now);
  EXPECT_EQ(aclprofx_runtime_collection(-1, &now), 0);
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(base())) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  const FakePipeline& fake = FakePipeline::Instance();
  return {fake.started(), fake.running(), fake.shutdowns(), now.sessions, now.data_types, files};
}

}  // namespace aclprof
