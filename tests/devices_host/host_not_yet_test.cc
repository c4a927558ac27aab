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
  static uint32_t id;
  static size_t size;
  static const std::vector<NotYetCall> calls = {
      {"aclmdlLoadFromFile", [] { return Is200006(aclmdlLoadFromFile("m.om", &id)); }},
      {"aclmdlLoadFromMem", [] { return Is200006(aclmdlLoadFromMem(&id, 4, &id)); }},
      {"aclmdlLoadFromFileWithMem",
       [] { return Is200006(aclmdlLoadFromFileWithMem("m.om", &id, nullptr, 0, nullptr, 0)); }},
      {"aclmdlLoadFromMemWithMem",
       [] { return Is200006(aclmdlLoadFromMemWithMem(&id, 4, &id, nullptr, 0, nullptr, 0)); }},
      {"aclmdlUnload", [] { return Is200006(aclmdlUnload(1)); }},
      {"aclmdlQuerySize", [] { return Is200006(aclmdlQuerySize("m.om", &size, &size)); }},
      {"aclmdlExecute", [] { return Is200006(aclmdlExecute(1, nullptr, nullptr)); }},
      {"aclmdlExecuteAsync",
       [] { return Is200006(aclmdlExecuteAsync(1, nullptr, nullptr, nullptr)); }},
      {"aclmdlCreateDesc", [] { return aclmdlCreateDesc() == nullptr; }},
      {"aclmdlDestroyDesc", [] { return Is200006(aclmdlDestroyDesc(nullptr)); }},
      {"aclmdlGetDesc", [] { return Is200006(aclmdlGetDesc(nullptr, 1)); }},
      {"aclmdlGetNumInputs", [] { return aclmdlGetNumInputs(nullptr) == 0; }},
      {"aclmdlGetNumOutputs", [] { return aclmdlGetNumOutputs(nullptr) == 0; }},
      {"aclmdlGetInputSizeByIndex", [] { return aclmdlGetInputSizeByIndex(nullptr, 0) == 0; }},
      {"aclmdlGetOutputSizeByIndex", [] { return aclmdlGetOutputSizeByIndex(nullptr, 0) == 0; }},
      {"aclmdlGetInputDims", [] { return Is200006(aclmdlGetInputDims(nullptr, 0, nullptr)); }},
      {"aclmdlGetOutputDims", [] { return Is200006(aclmdlGetOutputDims(nullptr, 0, nullptr)); }},
      {"aclmdlGetInputDataType",
       [] { return aclmdlGetInputDataType(nullptr, 0) == ACL_DT_UNDEFINED; }},
      {"aclmdlGetOutputDataType",
       [] { return aclmdlGetOutputDataType(nullptr, 0) == ACL_DT_UNDEFINED; }},
      {"aclmdlGetInputFormat",
       [] { return aclmdlGetInputFormat(nullptr, 0) == ACL_FORMAT_UNDEFINED; }},
      {"aclmdlGetOutputFormat",
       [] { return aclmdlGetOutputFormat(nullptr, 0) == ACL_FORMAT_UNDEFINED; }},
      {"aclmdlGetInputNameByIndex",
       [] { return aclmdlGetInputNameByIndex(nullptr, 0) == nullptr; }},
      {"aclmdlGetOutputNameByIndex",
       [] { return aclmdlGetOutputNameByIndex(nullptr, 0) == nullptr; }},
      {"aclmdlCreateDataset", [] { return aclmdlCreateDataset() == nullptr; }},
      {"aclmdlDestroyDataset", [] { return Is200006(aclmdlDestroyDataset(nullptr)); }},
      {"aclmdlAddDatasetBuffer", [] { return Is200006(aclmdlAddDatasetBuffer(nullptr, nullptr)); }},
      {"aclmdlGetDatasetNumBuffers", [] { return aclmdlGetDatasetNumBuffers(nullptr) == 0; }},
      {"aclmdlGetDatasetBuffer", [] { return aclmdlGetDatasetBuffer(nullptr, 0) == nullptr; }},
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
