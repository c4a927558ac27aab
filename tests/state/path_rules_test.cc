// The path of aclprofInit and of JSON "output"; each test carries the number of its rule in section 6.

#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/base_directory.h"
#include "tests/state/state_test.h"
#include "tests/support/child_process.h"

namespace aclprof {
namespace {

namespace fs = std::filesystem;

class PathRules : public StateTest {
 protected:
  void SetUp() override {
    StateTest::SetUp();
    before_ = fs::current_path();
    fs::current_path(base());
  }
  void TearDown() override {
    fs::current_path(before_);
    StateTest::TearDown();
  }
  // Where a session that is started now would write.
  std::string SessionBase() {
    const auto config = MakeConfig({0});
    EXPECT_EQ(aclprofStart(config.get()), 0);
    EXPECT_EQ(aclprofStop(config.get()), 0);
    return pipeline().session(pipeline().started() - 1).options.base_directory;
  }
  static mode_t ModeOf(const std::string& path) {
    struct stat status = {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
    return status.st_mode & 07777;
  }

 private:
  fs::path before_;
};

TEST_F(PathRules, R1_ARelativePathIsBelowTheWorkingDirectoryOfInit) {
  ASSERT_EQ(InitAt("a/b"), 0);
  fs::current_path("/");
  EXPECT_EQ(SessionBase(), Below("a/b"));
}

TEST_F(PathRules, R1_AnAbsolutePathIsTakenAsItIs) {
  ASSERT_EQ(InitAt(Below("abs")), 0);
  EXPECT_EQ(SessionBase(), Below("abs"));
}

TEST_F(PathRules, R1_ATildeIsTheHomeDirectory) {
  const ScopedVariable home("HOME", base().c_str());
  ASSERT_EQ(InitAt("~/results"), 0);
  EXPECT_EQ(SessionBase(), Below("results"));
}

TEST_F(PathRules, R1_ATildeAloneIsTheHomeDirectoryItself) {
  const ScopedVariable home("HOME", base().c_str());
  fs::current_path("/");
  ASSERT_EQ(InitAt("~"), 0);
  EXPECT_EQ(SessionBase(), base());
}

TEST_F(PathRules, R1_ATildeWithoutAHomeIs100003) {
  const ScopedVariable home("HOME", nullptr);
  EXPECT_EQ(InitAt("~/results"), 100003);
}

TEST_F(PathRules, R2_OneByteIsEnough) {
  ASSERT_EQ(InitAt("d"), 0);
  EXPECT_EQ(SessionBase(), Below("d"));
}

TEST_F(PathRules, R2_LengthNearTheLimitIsTakenOrRefusedWithAMessage) {
  std::string path = base();
  while (path.size() + 101 <= 4000) path += "/" + std::string(100, 'd');
  EXPECT_EQ(InitAt(path), 0);
  ASSERT_EQ(aclprofFinalize(), 0);
  EXPECT_EQ(InitAt(path + "/" + std::string(4095 - path.size(), 'd')), 100003);
  EXPECT_NE(LastError().find("EK0003"), std::string::npos);
}

TEST_F(PathRules, R3_WhatIsMissingIsCreatedWithParentsMode0750) {
  const mode_t umask_before = ::umask(0);
  EXPECT_EQ(InitAt("x/y/z"), 0);
  ::umask(umask_before);
  EXPECT_EQ(ModeOf(Below("x")), 0750u);
  EXPECT_EQ(ModeOf(Below("x/y/z")), 0750u);
}

TEST_F(PathRules, R4_AFileInTheWayIs100003AndNamesTheReason) {
  WriteFile(Below("file"), "");
  const Observed before = Observe();
  EXPECT_EQ(InitAt("file"), 100003);
  const std::string text = LastError();
  EXPECT_EQ(text.substr(0, 6), "EK0003");
  EXPECT_NE(text.find(Below("file")), std::string::npos) << text;
  EXPECT_NE(text.find("Error 20 Not a directory"), std::string::npos) << text;
  EXPECT_EQ(InitAt("file/below"), 100003);
  EXPECT_EQ(Observe(), before);
}

TEST_F(PathRules, R4_ADirectoryThatIsNotWritableIs100003) {
  fs::create_directory(Below("closed"));
  fs::permissions(base(), fs::perms(0755));
  fs::permissions(Below("closed"), fs::perms(0555));
  EXPECT_EQ(RunUnprivileged([this] {
              if (InitAt(Below("closed")) != 100003) return 1;
              if (LastError().find("Error 13 Permission denied") == std::string::npos) return 2;
              return InitAt(Below("closed/new")) == 100003 ? 0 : 3;
            }),
            0);
}

TEST_F(PathRules, R4_AFailureHalfWayLeavesNoDirectoryBehind) {
  const Observed before = Observe();
  EXPECT_EQ(InitAt("new/" + std::string(300, 'n')), 100003);
  EXPECT_NE(LastError().find("Error 36"), std::string::npos);
  EXPECT_EQ(Observe(), before);
}

TEST_F(PathRules, R5_RefusedCharactersAre100003) {
  for (const char refused : std::string("\n\f\r\b\t\v\x7f\"'\\%><|&$;`")) {
    const Observed before = Observe();
    EXPECT_EQ(InitAt(std::string("a") + refused + "b"), 100003) << int{refused};
    EXPECT_EQ(Observe(), before);
  }
}

TEST_F(PathRules, R5_SpaceUtf8AndATrailingSlashAreTaken) {
  ASSERT_EQ(InitAt("with space/\xE4\xBD\xA0\xE5\xA5\xBD/"), 0);
  EXPECT_EQ(SessionBase(), Below("with space/\xE4\xBD\xA0\xE5\xA5\xBD"));
}

TEST_F(PathRules, R6_AFailedInitLeavesOffAndALaterOneIs0) {
  EXPECT_EQ(InitAt("/dev/null/x"), 100003);
  EXPECT_EQ(aclprofStart(MakeConfig({0}).get()), 100043);
  EXPECT_EQ(InitAt("good"), 0);
}

TEST_F(PathRules, R7_LinksAreResolvedOnce) {
  fs::create_directory(Below("real"));
  fs::create_directory(Below("other"));
  fs::create_directory_symlink(Below("real"), Below("link"));
  ASSERT_EQ(InitAt("link"), 0);
  fs::remove(Below("link"));
  fs::create_directory_symlink(Below("other"), Below("link"));
  EXPECT_EQ(SessionBase(), Below("real"));
}

TEST_F(PathRules, JsonOutputObeysTheSameRules) {
  ASSERT_EQ(Configure(R"({"profiler": {"switch": "on", "output": "relative/out"}})"), 0);
  EXPECT_EQ(pipeline().session(0).options.base_directory, Below("relative/out"));
}

TEST_F(PathRules, JsonOutputWithRefusedCharactersIs100000) {
  for (const char refused : std::string("\n\f\r\b\t\v\x7f\"'\\%><|&$;`")) {
    const nlohmann::json path = std::string("a") + refused + "b";
    EXPECT_EQ(Configure(R"({"profiler": {"switch": "on", "output": )" + path.dump() + "}}"), 100000)
        << int{refused};
  }
  EXPECT_EQ(pipeline().started(), 0);
}

std::string OwnDirectory() { return fs::canonical("/proc/self/exe").parent_path(); }

TEST_F(PathRules, JsonWithoutOutputGoesToTheWorkPathOrToTheExecutable) {
  const ScopedVariable nothing("ASCEND_WORK_PATH", nullptr);
  ASSERT_EQ(Configure(R"({"profiler": {"switch": "on"}})"), 0);
  EXPECT_EQ(pipeline().session(0).options.base_directory, OwnDirectory());
  ASSERT_EQ(aclprofx_runtime_finalize(0), 0);
  const ScopedVariable work_path("ASCEND_WORK_PATH", base().c_str());
  ASSERT_EQ(Configure(R"({"profiler": {"switch": "on", "output": ""}})"), 0);
  EXPECT_EQ(pipeline().session(1).options.base_directory, Below("profiling_data"));
}

TEST_F(PathRules, AnInaccessibleJsonOutputFallsBackToTheExecutable) {
  ASSERT_EQ(Configure(R"({"profiler": {"switch": "on", "output": "/dev/null/x"}})"), 0);
  EXPECT_EQ(pipeline().session(0).options.base_directory, OwnDirectory());
  ASSERT_EQ(pipeline().log().size(), 1u);
  EXPECT_NE(pipeline().log()[0].find("/dev/null/x"), std::string::npos);
}

TEST_F(PathRules, AnInaccessibleWorkPathFallsBackToTheExecutable) {
  const ScopedVariable work_path("ASCEND_WORK_PATH", "/dev/null/x");
  ASSERT_EQ(Configure(R"({"profiler": {"switch": "on"}})"), 0);
  EXPECT_EQ(pipeline().session(0).options.base_directory, OwnDirectory());
}

}  // namespace
}  // namespace aclprof
