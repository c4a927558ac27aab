// NULL and wrong arguments: the code of the call, a text, and nothing changed.

#include <thread>

#include "tests/devices_host/host_fixture.h"

namespace aclprof {
namespace {

void Nothing(void*) {}

struct Refusal {
  const char* call;
  std::function<aclError()> make;
  aclError code = ACL_ERROR_INVALID_PARAM;
};

void ExpectRefused(const std::vector<Refusal>& refusals) {
  for (const Refusal& refusal : refusals) {
    (void)TakeErrorText();
    EXPECT_EQ(refusal.make(), refusal.code) << refusal.call;
    EXPECT_NE(TakeErrorText().find(std::string(": ") + refusal.call + ": "), std::string::npos)
        << refusal.call;
  }
}

class HostArgumentsTest : public HostFixture {
 protected:
  void SetUp() override {
    HostFixture::SetUp();
    event = NewEvent();
  }

  aclrtEvent event = nullptr;
  int value = 0;
  size_t size = 0;
};

TEST_F(HostArgumentsTest, NullOfAPlaceForAnAnswerIs100000) {
  ExpectRefused({
      {"aclrtGetVersion", [&] { return aclrtGetVersion(nullptr, &value, &value); }},
      {"aclrtGetVersion", [&] { return aclrtGetVersion(&value, nullptr, &value); }},
      {"aclrtGetVersion", [&] { return aclrtGetVersion(&value, &value, nullptr); }},
      {"aclrtGetRunMode", [] { return aclrtGetRunMode(nullptr); }},
      {"aclrtGetDeviceCount", [] { return aclrtGetDeviceCount(nullptr); }},
      {"aclrtGetDevice", [] { return aclrtGetDevice(nullptr); }},
      {"aclrtCreateContext", [] { return aclrtCreateContext(nullptr, 0); }},
      {"aclrtGetCurrentContext", [] { return aclrtGetCurrentContext(nullptr); }},
      {"aclrtCreateStream", [] { return aclrtCreateStream(nullptr); }},
      {"aclrtCreateStreamWithConfig", [] { return aclrtCreateStreamWithConfig(nullptr, 0, 0); }},
      {"aclrtStreamQuery", [&] { return aclrtStreamQuery(stream, nullptr); }},
      {"aclrtStreamGetId", [&] { return aclrtStreamGetId(stream, nullptr); }},
      {"aclrtCreateEvent", [] { return aclrtCreateEvent(nullptr); }},
      {"aclrtCreateEventWithFlag", [] { return aclrtCreateEventWithFlag(nullptr, 1); }},
      {"aclrtCreateEventExWithFlag", [] { return aclrtCreateEventExWithFlag(nullptr, 1); }},
      {"aclrtQueryEventStatus", [&] { return aclrtQueryEventStatus(event, nullptr); }},
      {"aclrtQueryEvent", [&] { return aclrtQueryEvent(event, nullptr); }},
      {"aclrtEventElapsedTime", [&] { return aclrtEventElapsedTime(nullptr, event, event); }},
      {"aclrtMalloc", [] { return aclrtMalloc(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST); }},
      {"aclrtMallocHost", [] { return aclrtMallocHost(nullptr, 1); }},
      {"aclrtGetMemInfo", [&] { return aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &size); }},
      {"aclrtGetMemInfo", [&] { return aclrtGetMemInfo(ACL_HBM_MEM, &size, nullptr); }},
      {"aclrtGetThreadLastTaskId", [] { return aclrtGetThreadLastTaskId(nullptr); }},
  });
}

TEST_F(HostArgumentsTest, NullOfAThingToWorkOnIs100000) {
  const aclrtMemcpyKind kind = ACL_MEMCPY_HOST_TO_DEVICE;
  ExpectRefused({
      {"aclrtDestroyContext", [] { return aclrtDestroyContext(nullptr); }},
      {"aclrtSetCurrentContext", [] { return aclrtSetCurrentContext(nullptr); }},
      {"aclrtDestroyStream", [] { return aclrtDestroyStream(nullptr); }},
      {"aclrtDestroyStreamForce", [] { return aclrtDestroyStreamForce(nullptr); }},
      {"aclrtStreamWaitEvent", [&] { return aclrtStreamWaitEvent(stream, nullptr); }},
      {"aclrtDestroyEvent", [] { return aclrtDestroyEvent(nullptr); }},
      {"aclrtRecordEvent", [&] { return aclrtRecordEvent(nullptr, stream); }},
      {"aclrtResetEvent", [&] { return aclrtResetEvent(nullptr, stream); }},
      {"aclrtSynchronizeEvent", [] { return aclrtSynchronizeEvent(nullptr); }},
      {"aclrtQueryEventStatus",
       [] {
         aclrtEventRecordedStatus status;
         return aclrtQueryEventStatus(nullptr, &status);
       }},
      {"aclrtEventElapsedTime",
       [&] {
         float ms;
         return aclrtEventElapsedTime(&ms, nullptr, event);
       }},
      {"aclrtEventElapsedTime",
       [&] {
         float ms;
         return aclrtEventElapsedTime(&ms, event, nullptr);
       }},
      {"aclrtFree", [] { return aclrtFree(nullptr); }},
      {"aclrtFreeHost", [] { return aclrtFreeHost(nullptr); }},
      {"aclrtMemcpy", [&] { return aclrtMemcpy(nullptr, 4, &value, 4, kind); }},
      {"aclrtMemcpy", [&] { return aclrtMemcpy(&value, 4, nullptr, 4, kind); }},
      {"aclrtMemcpyAsync", [&] { return aclrtMemcpyAsync(nullptr, 4, &value, 4, kind, stream); }},
      {"aclrtMemcpyAsync", [&] { return aclrtMemcpyAsync(&value, 4, nullptr, 4, kind, stream); }},
      {"aclrtMemset", [] { return aclrtMemset(nullptr, 4, 0, 4); }},
      {"aclrtMemsetAsync", [&] { return aclrtMemsetAsync(nullptr, 4, 0, 4, stream); }},
      {"aclrtLaunchCallback",
       [&] { return aclrtLaunchCallback(nullptr, nullptr, ACL_CALLBACK_BLOCK, stream); }},
      {"aclrtLaunchHostFunc", [&] { return aclrtLaunchHostFunc(stream, nullptr, nullptr); }},
      {"aclrtProfTrace", [&] { return aclrtProfTrace(nullptr, 1, stream); }},
  });
}

TEST_F(HostArgumentsTest, AValueOutOfRangeIsRefused) {
  void* pointer = nullptr;
  aclrtStream made = nullptr;
  aclrtEvent no_event = nullptr;
  const aclError bad = ACL_ERROR_RT_PARAM_INVALID;
  ExpectRefused({
      {"aclrtMalloc", [&] { return aclrtMalloc(&pointer, 0, ACL_MEM_MALLOC_HUGE_FIRST); }},
      {"aclrtMalloc",
       [&] { return aclrtMalloc(&pointer, 1, static_cast<aclrtMemMallocPolicy>(8)); }},
      {"aclrtMallocHost", [&] { return aclrtMallocHost(&pointer, 0); }},
      {"aclrtMemcpy",
       [&] { return aclrtMemcpy(&value, 4, &value, 4, static_cast<aclrtMemcpyKind>(8)); }},
      {"aclrtGetMemInfo",
       [&] { return aclrtGetMemInfo(static_cast<aclrtMemAttr>(99), &size, &size); }},
      {"aclrtLaunchCallback",
       [&] {
         return aclrtLaunchCallback(&Nothing, nullptr, static_cast<aclrtCallbackBlockType>(2),
                                    stream);
       }},
      {"aclrtProcessReport", [] { return aclrtProcessReport(0); }},
      {"aclrtProcessReport", [] { return aclrtProcessReport(-2); }},
      {"aclrtCreateStreamWithConfig", [&] { return aclrtCreateStreamWithConfig(&made, 8, 0); },
       bad},
      {"aclrtCreateStreamWithConfig", [&] { return aclrtCreateStreamWithConfig(&made, 0, 0x40); },
       bad},
      {"aclrtCreateEventWithFlag", [&] { return aclrtCreateEventWithFlag(&no_event, 0); }, bad},
      {"aclrtCreateEventExWithFlag", [&] { return aclrtCreateEventExWithFlag(&no_event, 4); }, bad},
      {"aclrtSynchronizeStreamWithTimeout",
       [&] { return aclrtSynchronizeStreamWithTimeout(stream, -2); }, bad},
      {"aclrtSynchronizeDeviceWithTimeout", [] { return aclrtSynchronizeDeviceWithTimeout(-2); },
       bad},
      {"aclrtProfTrace", [&] { return aclrtProfTrace(&value, 0, stream); }, bad},
  });
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(no_event, nullptr);
}

TEST_F(HostArgumentsTest, AHandleOfAnotherKindIsNotFollowed) {
  const aclError unknown = ACL_ERROR_RT_INVALID_HANDLE;
  ExpectRefused({
      {"aclrtSynchronizeStream", [&] { return aclrtSynchronizeStream(event); }, unknown},
      {"aclrtSynchronizeEvent", [&] { return aclrtSynchronizeEvent(stream); }, unknown},
      {"aclrtDestroyStream", [&] { return aclrtDestroyStream(&value); }, unknown},
      {"aclrtSetCurrentContext", [&] { return aclrtSetCurrentContext(stream); }, unknown},
      {"aclrtDestroyContext", [&] { return aclrtDestroyContext(event); }, unknown},
      {"aclrtRecordEvent", [&] { return aclrtRecordEvent(event, event); }, unknown},
  });
}

TEST_F(HostArgumentsTest, AThreadWithoutADeviceGets107002) {
  void* pinned = nullptr;
  ASSERT_EQ(aclrtMallocHost(&pinned, 4), ACL_SUCCESS);
  std::thread([&] {
    const aclError none = ACL_ERROR_RT_CONTEXT_NULL;
    void* pointer = nullptr;
    ExpectRefused({
        {"aclrtGetDevice", [&] { return aclrtGetDevice(&value); }, none},
        {"aclrtSynchronizeDevice", [] { return aclrtSynchronizeDevice(); }, none},
        {"aclrtGetCurrentContext", [&] { return aclrtGetCurrentContext(&pointer); }, none},
        {"aclrtCreateStream", [&] { return aclrtCreateStream(&pointer); }, none},
        {"aclrtDestroyStream", [&] { return aclrtDestroyStream(stream); }, none},
        {"aclrtSynchronizeStream", [&] { return aclrtSynchronizeStream(stream); }, none},
        {"aclrtCreateEvent", [&] { return aclrtCreateEvent(&pointer); }, none},
        {"aclrtRecordEvent", [&] { return aclrtRecordEvent(event, stream); }, none},
        {"aclrtMalloc", [&] { return aclrtMalloc(&pointer, 1, ACL_MEM_MALLOC_HUGE_FIRST); }, none},
        {"aclrtMallocHost", [&] { return aclrtMallocHost(&pointer, 1); }, none},
        {"aclrtMemcpy", [&] { return aclrtMemcpy(pinned, 4, &value, 4, ACL_MEMCPY_HOST_TO_HOST); },
         none},
        {"aclrtMemset", [&] { return aclrtMemset(pinned, 4, 0, 4); }, none},
        {"aclrtMemsetAsync", [&] { return aclrtMemsetAsync(pinned, 4, 0, 4, stream); }, none},
        {"aclrtLaunchHostFunc", [&] { return aclrtLaunchHostFunc(stream, &Nothing, nullptr); },
         none},
        {"aclrtSubscribeReport", [&] { return aclrtSubscribeReport(1, stream); }, none},
        {"aclrtUnSubscribeReport", [&] { return aclrtUnSubscribeReport(1, stream); }, none},
        {"aclrtGetMemInfo", [&] { return aclrtGetMemInfo(ACL_HBM_MEM, &size, &size); }, none},
        {"aclrtProfTrace", [&] { return aclrtProfTrace(&value, 4, stream); }, none},
    });
    EXPECT_EQ(pointer, nullptr);
  }).join();
}

TEST_F(HostArgumentsTest, TheErrorTextIsTakenOnce) {
  EXPECT_EQ(aclrtSetDevice(99), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(TakeErrorText(), "EK0001: aclrtSetDevice: device 99 is not one of 0..3");
  EXPECT_EQ(TakeErrorText(), "");
}

TEST_F(HostArgumentsTest, PlatformCallsAnswer) {
  int32_t major = 0, minor = 0, patch = -1;
  ASSERT_EQ(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
  EXPECT_EQ(major, ACL_MAJOR_VERSION);
  EXPECT_EQ(minor, ACL_MINOR_VERSION);
  EXPECT_EQ(patch, ACL_PATCH_VERSION);
  EXPECT_STREQ(aclrtGetSocName(), "host-cpu");
  aclrtRunMode mode = ACL_DEVICE;
  ASSERT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_HOST);
}

}  // namespace
}  // namespace aclprof
