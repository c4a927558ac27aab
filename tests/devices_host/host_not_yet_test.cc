// What is not implemented yet says so. docs/not_yet.md lists it.

#include "acl/acl_op_compiler.h"
#include "tests/devices_host/host_fixture.h"

namespace aclprof {
namespace {

struct NotYetCall {
  const char* name;
  std::function<bool()> fails;  // whether it gave its failure value
};

bool Is200006(aclError error) { return error == ACL_ERROR_FEATURE_UNSUPPORTED; }

const std::vector<NotYetCall>& Calls() {
  static const std::vector<NotYetCall> calls = {
      {"aclopCreateAttr", [] { return aclopCreateAttr() == nullptr; }},
      {"aclopSetAttrBool", [] { return Is200006(aclopSetAttrBool(nullptr, "a", 1)); }},
      {"aclopSetAttrInt", [] { return Is200006(aclopSetAttrInt(nullptr, "a", 1)); }},
      {"aclopSetAttrFloat", [] { return Is200006(aclopSetAttrFloat(nullptr, "a", 1)); }},
      {"aclopSetAttrString", [] { return Is200006(aclopSetAttrString(nullptr, "a", "b")); }},
      {"aclopSetAttrListInt",
       [] { return Is200006(aclopSetAttrListInt(nullptr, "a", 0, nullptr)); }},
      {"aclopSetAttrListFloat",
       [] { return Is200006(aclopSetAttrListFloat(nullptr, "a", 0, nullptr)); }},
      {"aclopSetModelDir", [] { return Is200006(aclopSetModelDir("models")); }},
      {"aclopExecute",
       [] {
         return Is200006(
             aclopExecute("Add", 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
       }},
      {"aclopExecuteV2",
       [] {
         return Is200006(
             aclopExecuteV2("Add", 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
       }},
      {"aclopCompileAndExecute",
       [] {
         return Is200006(aclopCompileAndExecute("Add", 0, nullptr, nullptr, 0, nullptr, nullptr,
                                                nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr,
                                                nullptr));
       }},
  };
  return calls;
}

TEST(HostNotYetTest, EachGivesItsFailureValueAndAText) {
  for (const NotYetCall& call : Calls()) {
    (void)TakeErrorText();
    EXPECT_TRUE(call.fails()) << call.name;
    EXPECT_EQ(TakeErrorText(), std::string("EK0004: ") + call.name + ": not implemented yet");
  }
}

TEST(HostNotYetTest, CallsWithoutAnAnswerAreHarmless) {
  aclopDestroyAttr(nullptr);
  ACL_APP_LOG(ACL_ERROR, "%d", 1);
  EXPECT_EQ(TakeErrorText(), "");
}

}  // namespace
}  // namespace aclprof
