// The rules of 9.1 and later, ACLPROF_COMPAT=relaxed; the strict answer to each call is in the other files of this folder.

#include <filesystem>

#include "tests/state/state_test.h"

namespace aclprof {
namespace {

// Before the first call, which is when the variable is read.
const bool relaxed = ::setenv("ACLPROF_COMPAT", "other,relaxed", 1) == 0;

class RelaxedRules : public StateTest {
 protected:
  void SetUp() override {
    StateTest::SetUp();
    ASSERT_TRUE(relaxed);
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(base());
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    StateTest::TearDown();
  }
  std::string Resolved(const std::string& path) { return std::filesystem::canonical(path); }

 private:
  std::filesystem::path before_;
};

TEST_F(RelaxedRules, StartWithoutInitInitsInTheWorkingDirectory) {
  EXPECT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(pipeline().session(0).options.base_directory, Resolved(base()));
  EXPECT_EQ(Init(), 100002);
  EXPECT_EQ(aclprofFinalize(), 0);
  EXPECT_EQ(pipeline().running(), 0);
}

TEST_F(RelaxedRules, StartWithoutInitGoesToThePathThatWasSet) {
  EXPECT_EQ(Set(ACL_PROF_PATH, Below("there")), 0);
  EXPECT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(pipeline().session(0).options.base_directory, Resolved(Below("there")));
}

TEST_F(RelaxedRules, AStartWithoutInitThatFailsLeavesOff) {
  WriteFile(Below("file"), "");
  ASSERT_EQ(Set(ACL_PROF_PATH, Below("file")), 0);
  EXPECT_EQ(aclprofStart(MakeConfig({0}).get()), 100003);
  EXPECT_EQ(Init(), 0);
}

TEST_F(RelaxedRules, StartWithoutInitIsRefusedWhereTheModeIsDynamic) {
  const ScopedVariable dynamic("PROFILING_MODE", "dynamic");
  EXPECT_EQ(aclprofStart(MakeConfig({0}).get()), 200006);
}

TEST_F(RelaxedRules, StartOfNullIsTheDefaultOnTheDevicesInUse) {
  ASSERT_EQ(aclprofx_runtime_device_up(2), 0);
  ASSERT_EQ(Init(), 0);
  EXPECT_EQ(aclprofStart(nullptr), 0);
  const SessionOptions options = pipeline().session(0).options;
  EXPECT_EQ(options.devices, std::vector<int32_t>{2});
  EXPECT_NE(options.kinds >> ACLPROFX_KIND_API & 1, 0u);
  EXPECT_NE(options.settings_json.find("PipeUtilization"), std::string::npos);
}

TEST_F(RelaxedRules, StartAgainWithTheSameMaskHasNoEffect) {
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(pipeline().started(), 1);
}

TEST_F(RelaxedRules, StartAgainWithAnotherMaskIs100010) {
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(aclprofStart(MakeConfig({0}, ACL_PROF_ACL_API).get()), 100010);
  EXPECT_EQ(pipeline().running(), 1);
}

TEST_F(RelaxedRules, StopWithoutInitHasNoEffect) {
  EXPECT_EQ(aclprofStop(MakeConfig({0}).get()), 0);
  EXPECT_EQ(aclprofStop(nullptr), 0);
}

TEST_F(RelaxedRules, StopOfNullStopsWhatRuns) {
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({1}, ACL_PROF_ACL_API).get()), 0);
  EXPECT_EQ(aclprofStop(nullptr), 0);
  EXPECT_EQ(pipeline().running(), 0);
}

TEST_F(RelaxedRules, FinalizeWithoutInitHasNoEffect) { EXPECT_EQ(aclprofFinalize(), 0); }

TEST_F(RelaxedRules, SetConfigBeforeInitIsForTheSessionsAfterIt) {
  EXPECT_EQ(Set(ACL_PROF_STORAGE_LIMIT, "200MB"), 0);
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(pipeline().session(0).options.storage_limit_bytes, 200u << 20);
}

TEST_F(RelaxedRules, StopOfADeviceSubsetStopsEveryRunningDevice) {
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({0, 1}).get()), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({2}).get()), 0);
  EXPECT_EQ(aclprofStop(MakeConfig({1}).get()), 0);
  EXPECT_EQ(pipeline().running(), 0);
  EXPECT_EQ(aclprofStop(MakeConfig({2}).get()), 0);
}

TEST_F(RelaxedRules, StopWithAnotherMaskIs100010AndTheSessionGoesOn) {
  ASSERT_EQ(Init(), 0);
  ASSERT_EQ(aclprofStart(MakeConfig({0}).get()), 0);
  EXPECT_EQ(aclprofStop(MakeConfig({0}, ACL_PROF_ACL_API).get()), 100010);
  EXPECT_EQ(pipeline().running(), 1);
}

TEST_F(RelaxedRules, OtherModesRefuseAsTheyAlwaysDo) {
  EnterCmd();
  EXPECT_EQ(aclprofStart(nullptr), 100042);
  EXPECT_EQ(aclprofStop(nullptr), 100042);
  EXPECT_EQ(aclprofFinalize(), 100042);
  EXPECT_EQ(Set(ACL_PROF_STORAGE_LIMIT, "200MB"), 100042);
  EXPECT_EQ(pipeline().running(), 1);
}

}  // namespace
}  // namespace aclprof
