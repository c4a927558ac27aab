// state_test.h: the fixture of the state tests: a test runtime of four devices, a pipeline that collects nothing, a
// directory of its own; and short ways to say what the rules are about.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl_prof.h"
#include "aclprof/runtime.h"
#include "tests/state/fake_pipeline.h"
#include "tests/support/file_text.h"
#include "tests/support/temporary_directory.h"

namespace aclprof {

struct DestroyConfig {
  void operator()(aclprofConfig* config) const { aclprofDestroyConfig(config); }
};
using ConfigPointer = std::unique_ptr<aclprofConfig, DestroyConfig>;

inline constexpr uint64_t kMask = ACL_PROF_ACL_API | ACL_PROF_TASK_TIME;

ConfigPointer MakeConfig(std::vector<uint32_t> devices, uint64_t mask = kMask,
                         aclprofAicoreMetrics metrics = ACL_AICORE_PIPE_UTILIZATION);

// The text left by the last failure of this thread, "" when there is none.
std::string LastError();

// Sets a variable for the time of a scope; nullptr unsets it.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value);
  ~ScopedVariable();
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const std::string name_;
  std::unique_ptr<std::string> before_;
};

// What a refused call must leave as it was: sessions, files, and how every control call would answer.
struct Observed {
  int started;
  int running;
  int shutdowns;
  uint32_t sessions;
  uint64_t data_types;
  std::vector<std::string> files;
  bool operator==(const Observed&) const = default;
};

class StateTest : public testing::Test {
 protected:
  static constexpr uint32_t kLoadedModel = 7;
  static constexpr uint32_t kOtherModel = 8;  // on the same device
  static constexpr uint32_t kModelOfDevice1 = 9;

  void SetUp() override;
  void TearDown() override;

  FakePipeline& pipeline() { return FakePipeline::Instance(); }
  const std::string& base() const { return directory_.path(); }
  std::string Below(const std::string& name) const { return base() + "/" + name; }
  aclError Init() { return InitAt(base()); }
  aclError InitAt(const std::string& path) { return aclprofInit(path.c_str(), path.size()); }
  aclError Set(int type, const std::string& value) {
    return aclprofSetConfig(static_cast<aclprofConfigType>(type), value.c_str(), value.size());
  }
  // Writes the text to a file and configures from it, as aclInit does.
  aclError Configure(const std::string& json);
  aclError ConfigureOn(
      const std::string& items = "");  // the switch on, output in base, and these items
  void ReplaceRuntime(const aclprofx_runtime& runtime);
  aclprofx_runtime Runtime();
  Observed Observe() const;

  // Configurations come and go, and a record has its size, whatever the mode.
  void ExpectModelessCallsWork();

  void EnterApi() { ASSERT_EQ(Init(), 0); }
  void EnterCmd() { ASSERT_EQ(ConfigureOn(), 0); }

  int32_t device_count_ = 4;

 private:
  TemporaryDirectory directory_;
};

}  // namespace aclprof
