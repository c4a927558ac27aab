// The edge between C and C++: what is thrown inside becomes a code and a text, and every code has its row.

#include "api/c_boundary.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>

#include "api/recent_error.h"
#include "api/status_to_acl.h"

namespace aclprof {
namespace {

std::string TakeText() {
  const char* text = TakeRecentError();
  return text != nullptr ? text : "";
}

TEST(CBoundary, OkIs0AndLeavesNoText) {
  EXPECT_EQ(Guarded("call", [] { return ControlStatus(); }), 0);
  EXPECT_EQ(TakeText(), "");
}

TEST(CBoundary, AFailureLeavesIdCallAndSentence) {
  EXPECT_EQ(Guarded("call", [] { return ControlStatus(ControlCode::kBadSetting, "sentence"); }),
            100010);
  EXPECT_EQ(TakeText(), "EK0003: call: sentence");
}

TEST(CBoundary, WantOfMemoryIs200000) {
  EXPECT_EQ(Guarded("call", []() -> ControlStatus { throw std::bad_alloc(); }), 200000);
  EXPECT_EQ(TakeText(), "EK0201: call: out of memory");
}

TEST(CBoundary, AnExceptionIs500005) {
  EXPECT_EQ(Guarded("call", []() -> ControlStatus { throw std::runtime_error("why"); }), 500005);
  EXPECT_EQ(TakeText(), "EK9999: call: why");
}

TEST(CBoundary, AnythingElseThrownIs500005) {
  EXPECT_EQ(Guarded("call", []() -> ControlStatus { throw 1; }), 500005);
  EXPECT_EQ(TakeText().substr(0, 6), "EK9999");
}

TEST(StatusToAcl, OnlyOkIs0AndEveryFailureHasAMessageId) {
  EXPECT_EQ(AclErrorOf(ControlCode::kOk).error, 0);
  for (int code = 1; code <= static_cast<int>(ControlCode::kFailed); ++code) {
    const AclErrorOfCode& row = AclErrorOf(static_cast<ControlCode>(code));
    EXPECT_NE(row.error, 0) << code;
    EXPECT_EQ(std::string(row.message_id).substr(0, 2), "EK") << code;
  }
}

TEST(StatusToAcl, FailuresInsideAreCodesOfTheirKind) {
  EXPECT_TRUE(ToControlStatus(Status()).ok());
  EXPECT_EQ(ToControlStatus({StatusCode::kIoError, "why"}).message(), "why");
  EXPECT_EQ(ToControlStatus({StatusCode::kInvalidArgument, "why"}).code(),
            ControlCode::kBadArgument);
  EXPECT_EQ(ToControlStatus({StatusCode::kResourceExhausted, "why"}).code(),
            ControlCode::kOutOfMemory);
  EXPECT_EQ(ToControlStatus({StatusCode::kInternal, "why"}).code(), ControlCode::kFailed);
}

}  // namespace
}  // namespace aclprof
