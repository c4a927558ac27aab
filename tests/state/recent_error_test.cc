// What aclGetRecentErrMsg is fed from: texts of failures, by thread.

#include <thread>

#include "tests/state/state_test.h"

namespace aclprof {
namespace {

using RecentError = StateTest;

TEST_F(RecentError, IsNullWithoutAFailureAndAfterASuccess) {
  EXPECT_EQ(aclprofx_last_error(), nullptr);
  ASSERT_EQ(Init(), 0);
  EXPECT_EQ(aclprofx_last_error(), nullptr);
}

TEST_F(RecentError, NamesTheCallTheReasonAndTheMessageId) {
  ASSERT_EQ(aclprofFinalize(), 100043);
  EXPECT_STREQ(aclprofx_last_error(),
               "EK0002: aclprofFinalize: aclprofInit is not in force; call it first");
}

TEST_F(RecentError, IsForgottenOnceTaken) {
  ASSERT_EQ(aclprofFinalize(), 100043);
  EXPECT_NE(aclprofx_last_error(), nullptr);
  EXPECT_EQ(aclprofx_last_error(), nullptr);
}

TEST_F(RecentError, IsTheLastOneOfSeveral) {
  aclprofx_report_error("first");
  aclprofx_report_error("second");
  EXPECT_STREQ(aclprofx_last_error(), "second");
}

TEST_F(RecentError, ATakenTextStaysReadableForSevenMoreFailures) {
  aclprofx_report_error("kept");
  const char* kept = aclprofx_last_error();
  for (int i = 0; i < 7; ++i) aclprofx_report_error("later");
  EXPECT_STREQ(kept, "kept");
}

TEST_F(RecentError, BelongsToItsThread) {
  aclprofx_report_error("here");
  std::thread([] { EXPECT_EQ(aclprofx_last_error(), nullptr); }).join();
  EXPECT_STREQ(aclprofx_last_error(), "here");
}

TEST_F(RecentError, ALongTextIsCut) {
  aclprofx_report_error(std::string(2000, 'x').c_str());
  EXPECT_EQ(LastError(), std::string(511, 'x'));
}

TEST_F(RecentError, NullAndTheEmptyTextAreIgnored) {
  aclprofx_report_error("stays");
  aclprofx_report_error(nullptr);
  aclprofx_report_error("");
  EXPECT_STREQ(aclprofx_last_error(), "stays");
}

TEST_F(RecentError, IsALineOfTheLogToo) {
  ASSERT_EQ(aclprofFinalize(), 100043);
  ASSERT_EQ(pipeline().log().size(), 1u);
  EXPECT_EQ(pipeline().log()[0], LastError());
}

using RuntimeRegistration = StateTest;

TEST_F(RuntimeRegistration, ASecondRuntimeIs100002) {
  const aclprofx_runtime runtime = Runtime();
  EXPECT_EQ(aclprofx_runtime_register(&runtime), 100002);
  EXPECT_NE(LastError().find("test runtime"), std::string::npos);
}

TEST_F(RuntimeRegistration, NullAndAnUnknownSizeAre100000) {
  ASSERT_EQ(aclprofx_runtime_unregister(), 0);
  EXPECT_EQ(aclprofx_runtime_register(nullptr), 100000);
  aclprofx_runtime runtime = Runtime();
  runtime.size_bytes -= 8;
  EXPECT_EQ(aclprofx_runtime_register(&runtime), 100000);
  EXPECT_EQ(aclprofx_runtime_unregister(), 100001);
}

TEST_F(RuntimeRegistration, WrongDevicesAndStructsAre100000) {
  EXPECT_EQ(aclprofx_runtime_device_up(-1), 100000);
  EXPECT_EQ(aclprofx_runtime_device_up(64), 100000);
  EXPECT_EQ(aclprofx_runtime_device_down(64), 100000);
  aclprofx_collection now{};
  EXPECT_EQ(aclprofx_runtime_collection(0, nullptr), 100000);
  EXPECT_EQ(aclprofx_runtime_collection(0, &now), 100000);
  now.size_bytes = sizeof(now);
  EXPECT_EQ(aclprofx_runtime_collection(64, &now), 100000);
  EXPECT_EQ(aclprofx_runtime_collection(-2, &now), 100000);
}

}  // namespace
}  // namespace aclprof
