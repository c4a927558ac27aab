// What is declared and not there yet answers as docs/not_yet.md says, and leaves a text.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "acl/acl_prof.h"
#include "aclprof/runtime.h"

namespace aclprof {
namespace {

std::string TakeText() {
  const char* text = aclprofx_last_error();
  return text != nullptr ? text : "";
}

// The value, and the text that came with it.
#define EXPECT_NOT_YET(call, function, value)                           \
  do {                                                                  \
    EXPECT_EQ(call, value);                                             \
    EXPECT_EQ(TakeText(), "EK0004: " function ": not implemented yet"); \
  } while (0)

TEST(UnimplementedApi, SubscriptionAnswersNullOr200006) {
  int fd = 0;
  size_t size = 0;
  EXPECT_NOT_YET(aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &fd),
                 "aclprofCreateSubscribeConfig", nullptr);
  EXPECT_NOT_YET(aclprofDestroySubscribeConfig(nullptr), "aclprofDestroySubscribeConfig", 200006);
  EXPECT_NOT_YET(aclprofGetOpDescSize(&size), "aclprofGetOpDescSize", 200006);
  EXPECT_NOT_YET(aclprofModelSubscribe(1, nullptr), "aclprofModelSubscribe", 200006);
  EXPECT_NOT_YET(aclprofModelUnSubscribe(1), "aclprofModelUnSubscribe", 200006);
}

TEST(UnimplementedApi, RecordsOfASubscriptionAnswerTheirFailureValue) {
  const char bytes[8] = {};
  uint32_t count = 0;
  EXPECT_NOT_YET(aclprofGetOpNum(bytes, 8, &count), "aclprofGetOpNum", 200006);
  EXPECT_NOT_YET(aclprofGetOpStart(bytes, 8, 0), "aclprofGetOpStart", 0u);
  EXPECT_NOT_YET(aclprofGetOpEnd(bytes, 8, 0), "aclprofGetOpEnd", 0u);
  EXPECT_NOT_YET(aclprofGetOpDuration(bytes, 8, 0), "aclprofGetOpDuration", 0u);
  EXPECT_NOT_YET(aclprofGetModelId(bytes, 8, 0), "aclprofGetModelId", 200006u);
  EXPECT_NOT_YET(aclprofGetOpFlag(bytes, 8, 0), "aclprofGetOpFlag", ACL_SUBSCRIBE_NONE);
  EXPECT_NOT_YET(aclprofGetOpAttriValue(bytes, 8, 0, ACL_SUBSCRIBE_ATTRI_THREADID),
                 "aclprofGetOpAttriValue", nullptr);
}

}  // namespace
}  // namespace aclprof
