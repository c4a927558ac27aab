// The life of the process: aclInit and aclFinalize, fork, exit, threads that can't be made.

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <latch>
#include <thread>

#include "aclprof/aclprof.h"
#include "tests/devices_host/host_fixture.h"
#include "tests/support/child_process.h"

namespace aclprof {
namespace {

void Nothing(void*) {}

// The line of the check that failed; 0: none did.
#define CHILD_EXPECTS(condition) \
  if (!(condition)) return __LINE__ & 0xFF

TEST(HostProcessTest, ASecondInitIs100002AndCounts) {
  ASSERT_EQ(aclInit(""), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  uint64_t left = 99;
  ASSERT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
  EXPECT_EQ(left, 1u);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclFinalizeReference(&left), ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_EQ(left, 1u);
}

TEST(HostProcessTest, FinalizeEndsItWhateverTheCount) {
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
}

TEST(HostProcessTest, BeforeInitNoDeviceCanBeSet) {
  aclrtContext context = nullptr;
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(aclrtCreateContext(&context, 0), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_NULL);
  uint32_t count = 0;
  EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 4u);
}

TEST(HostProcessTest, AMissingConfigurationIsRefusedAndInitCanBeRepeated) {
  EXPECT_EQ(aclInit("/nonexistent/acl.json"), ACL_ERROR_INVALID_FILE);
  EXPECT_NE(TakeErrorText().find("/nonexistent/acl.json"), std::string::npos);
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST(HostProcessTest, TheNumberOfDevicesComesFromTheEnvironment) {
  ASSERT_EQ(setenv("ACLPROF_HOST_DEVICES", "7", 1), 0);
  EXPECT_EQ(RunInChild([] {
              CHILD_EXPECTS(aclInit(nullptr) == ACL_SUCCESS);
              uint32_t count = 0;
              CHILD_EXPECTS(aclrtGetDeviceCount(&count) == ACL_SUCCESS && count == 7);
              CHILD_EXPECTS(aclrtSetDevice(6) == ACL_SUCCESS);
              CHILD_EXPECTS(aclFinalize() == ACL_SUCCESS);
              return 0;
            }),
            0);
}

TEST(HostProcessTest, AWrongNumberOfDevicesIsRefusedByInit) {
  for (const char* wrong : {"0", "65", "-1", "four", "4 ", ""}) {
    ASSERT_EQ(setenv("ACLPROF_HOST_DEVICES", wrong, 1), 0);
    EXPECT_EQ(aclInit(nullptr), ACL_ERROR_INVALID_PARAM) << wrong;
    EXPECT_NE(TakeErrorText().find("ACLPROF_HOST_DEVICES"), std::string::npos);
  }
}

class HostForkTest : public HostFixture {};

TEST_F(HostForkTest, TheChildIsUninitialisedAndNothingInItHangs) {
  ASSERT_EQ(aclrtLaunchHostFunc(stream, &Nothing, nullptr), ACL_SUCCESS);
  EXPECT_EQ(RunInChild([this] {
              CHILD_EXPECTS(aclrtSynchronizeStream(stream) == ACL_ERROR_RT_CONTEXT_NULL);
              CHILD_EXPECTS(aclrtSynchronizeDevice() == ACL_ERROR_RT_CONTEXT_NULL);
              CHILD_EXPECTS(aclrtResetDevice(0) == ACL_ERROR_RT_CONTEXT_NULL);
              CHILD_EXPECTS(aclrtSetDevice(0) == ACL_ERROR_UNINITIALIZE);
              CHILD_EXPECTS(aclFinalize() == ACL_ERROR_REPEAT_FINALIZE);
              return 0;
            }),
            0);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(HostForkTest, TheChildMayBeginAfresh) {
  SKIP_WHERE_A_CHILD_CANNOT_HAVE_THREADS();
  gate.Close(stream);
  gate.WaitUntilEntered();  // the parent's threads hold no lock that the child would need
  EXPECT_EQ(RunInChild([this] {
              CHILD_EXPECTS(aclInit(nullptr) == ACL_SUCCESS);
              CHILD_EXPECTS(aclrtSetDevice(0) == ACL_SUCCESS);
              CHILD_EXPECTS(aclrtSynchronizeStream(stream) == ACL_ERROR_RT_INVALID_HANDLE);
              CHILD_EXPECTS(aclrtLaunchHostFunc(nullptr, &Nothing, nullptr) == ACL_SUCCESS);
              CHILD_EXPECTS(aclrtSynchronizeDevice() == ACL_SUCCESS);
              CHILD_EXPECTS(aclFinalize() == ACL_SUCCESS);
              return 0;
            }),
            0);
  gate.Open();
}

// exit() runs the destructors of every library while the device's threads are at work.
TEST_F(HostForkTest, ExitWithoutFinalizeNeitherHangsNorCrashes) {
  SKIP_WHERE_A_CHILD_CANNOT_HAVE_THREADS();
  EXPECT_EQ(RunInChild([]() -> int {
              CHILD_EXPECTS(aclInit(nullptr) == ACL_SUCCESS);
              for (int32_t id = 0; id < 4; ++id) {
                CHILD_EXPECTS(aclrtSetDevice(id) == ACL_SUCCESS);
                for (int i = 0; i < 1000; ++i)
                  CHILD_EXPECTS(aclrtLaunchHostFunc(nullptr, &Nothing, nullptr) == ACL_SUCCESS);
              }
              static Gate closed;
              CHILD_EXPECTS(aclrtLaunchHostFunc(nullptr, &Gate::WaitIn, &closed) == ACL_SUCCESS);
              std::exit(0);
            }),
            0);
}

// Becomes a user that has nothing else running, and may have so many threads. Root is not held to the limit.
bool LimitThreads(uid_t user, rlim_t threads) {
  rlimit limit;
  if (getrlimit(RLIMIT_NPROC, &limit) != 0) return false;
  limit.rlim_cur = threads;
  return setrlimit(RLIMIT_NPROC, &limit) == 0 && (geteuid() != 0 || setuid(user) == 0);
}

// The main thread, and what a sanitizer has of its own, which it may make beside the first thread of a child.
rlim_t ThreadsNow() {
  std::latch counted(1);
  std::thread first([&counted] { counted.wait(); });
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  const auto threads = std::distance(begin(tasks), end(tasks));
  counted.count_down();
  first.join();
  return static_cast<rlim_t>(threads - 1);
}

TEST(HostProcessTest, AThreadThatCantBeMadeLeavesTheDeviceDown) {
  EXPECT_EQ(RunInChild([] {
              CHILD_EXPECTS(aclInit(nullptr) == ACL_SUCCESS);
              CHILD_EXPECTS(LimitThreads(64001, ThreadsNow()));
              CHILD_EXPECTS(aclrtSetDevice(0) == ACL_ERROR_RT_RESOURCE_ALLOC_FAIL);
              CHILD_EXPECTS(TakeErrorText().find("thread acldev-0") != std::string::npos);
              int32_t id = -1;
              CHILD_EXPECTS(aclrtGetDevice(&id) == ACL_ERROR_RT_CONTEXT_NULL);
              CHILD_EXPECTS(aclrtResetDevice(0) == ACL_ERROR_RT_CONTEXT_NULL);
              CHILD_EXPECTS(aclFinalize() == ACL_SUCCESS);
              return 0;
            }),
            0);
}

TEST(HostProcessTest, ADeviceWithOneOfItsTwoThreadsIsTakenBackAndMayComeUpLater) {
  EXPECT_EQ(RunInChild([] {
              CHILD_EXPECTS(aclInit(nullptr) == ACL_SUCCESS);
              const rlim_t threads = ThreadsNow();
              CHILD_EXPECTS(LimitThreads(64002, threads + 1));
              CHILD_EXPECTS(aclrtSetDevice(0) == ACL_ERROR_RT_RESOURCE_ALLOC_FAIL);
              CHILD_EXPECTS(TakeErrorText().find("thread aclfn-0") != std::string::npos);
              CHILD_EXPECTS(LimitThreads(64002, threads + 2));
              CHILD_EXPECTS(aclrtSetDevice(0) == ACL_SUCCESS);
              CHILD_EXPECTS(aclrtLaunchHostFunc(nullptr, &Nothing, nullptr) == ACL_SUCCESS);
              CHILD_EXPECTS(aclFinalize() == ACL_SUCCESS);
              return 0;
            }),
            0);
}

// Otherwise its records would be in no ledger. The second limit has room for the tasks' ring alone.
TEST(HostProcessTest, ADeviceWithoutRoomForItsRingsStaysDown) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  aclprofx_settings usual{};
  usual.size_bytes = sizeof(usual);
  ASSERT_EQ(aclprofx_get_settings(&usual), 0);
  for (const uint64_t cap : {uint64_t{1} << 20, usual.device_ring_bytes + (uint64_t{64} << 10)}) {
    aclprofx_settings small = usual;
    small.ring_cap_bytes = cap;
    ASSERT_EQ(aclprofx_set_settings(&small), 0);
    EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_RT_RESOURCE_ALLOC_FAIL) << cap;
    const std::string text = TakeErrorText();
    EXPECT_NE(text.find("device 0 has no ring for its records: "), std::string::npos) << text;
    EXPECT_NE(text.find("bytes"), std::string::npos) << text;
    int32_t id = -1;
    EXPECT_EQ(aclrtGetDevice(&id), ACL_ERROR_RT_CONTEXT_NULL);
  }
  ASSERT_EQ(aclprofx_set_settings(&usual), 0);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

}  // namespace
}  // namespace aclprof
