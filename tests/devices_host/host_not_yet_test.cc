// What is not implemented yet is harmless. docs/not_yet.md lists it.

#include "tests/devices_host/host_fixture.h"

namespace aclprof {
namespace {

TEST(HostNotYetTest, CallsWithoutAnAnswerAreHarmless) {
  ACL_APP_LOG(ACL_ERROR, "%d", 1);
  EXPECT_EQ(TakeErrorText(), "");
}

}  // namespace
}  // namespace aclprof
