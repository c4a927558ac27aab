#include <cstring>

#include "tests/devices_host/host_fixture.h"

namespace aclprof {
namespace {

constexpr size_t kBytes = 4096;

class HostMemoryTest : public HostFixture {
 protected:
  void SetUp() override {
    HostFixture::SetUp();
    ASSERT_EQ(aclrtMalloc(&device, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocHost(&pinned, kBytes), ACL_SUCCESS);
    std::memset(device, 0, kBytes);
    std::memset(pinned, 7, kBytes);
  }

  void* device = nullptr;
  void* pinned = nullptr;
  unsigned char pageable[kBytes] = {};
};

TEST_F(HostMemoryTest, DeviceMemoryIsAlignedTo64Bytes) {
  EXPECT_EQ(reinterpret_cast<uintptr_t>(device) % 64, 0u);
}

TEST_F(HostMemoryTest, CopiesThereAndBack) {
  ASSERT_EQ(aclrtMemcpy(device, kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemcpy(pageable, kBytes, device, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(std::memcmp(pageable, pinned, kBytes), 0);
}

TEST_F(HostMemoryTest, AnAsynchronousCopyOfPinnedMemoryWaitsItsTurn) {
  gate.Close(stream);
  ASSERT_EQ(aclrtMemcpyAsync(device, kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream),
            ACL_SUCCESS);
  static_cast<char*>(pinned)[0] = 9;  // the copy has not happened yet
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(static_cast<char*>(device)[0], 9);
}

TEST_F(HostMemoryTest, AnAsynchronousCopyOfPageableMemoryIsDoneWhenItReturns) {
  pageable[0] = 5;
  ASSERT_EQ(aclrtMemcpyAsync(device, kBytes, pageable, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream),
            ACL_SUCCESS);
  EXPECT_EQ(static_cast<char*>(device)[0], 5);
  EXPECT_TRUE(Idle(stream));
}

TEST_F(HostMemoryTest, MemoryFreedUnderAPendingCopyIsNotTouchedLater) {
  void* source = nullptr;
  ASSERT_EQ(aclrtMalloc(&source, kBytes, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
  std::memset(source, 3, kBytes);
  gate.Close(stream);
  ASSERT_EQ(aclrtMemcpyAsync(device, kBytes, source, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtFree(source), ACL_SUCCESS);
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(static_cast<char*>(device)[kBytes - 1], 3);
}

TEST_F(HostMemoryTest, FillsNowAndInTurn) {
  ASSERT_EQ(aclrtMemset(device, kBytes, 1, kBytes), ACL_SUCCESS);
  EXPECT_EQ(static_cast<char*>(device)[kBytes - 1], 1);
  gate.Close(stream);
  ASSERT_EQ(aclrtMemsetAsync(device, kBytes, 2, kBytes, stream), ACL_SUCCESS);
  EXPECT_EQ(static_cast<char*>(device)[0], 1);
  gate.Open();
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(static_cast<char*>(device)[0], 2);
}

TEST_F(HostMemoryTest, CountAboveDestMaxIsRefused) {
  EXPECT_EQ(aclrtMemcpy(device, 16, pinned, 17, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpyAsync(device, 16, pinned, 17, ACL_MEMCPY_HOST_TO_DEVICE, stream),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemset(device, 16, 1, 17), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemsetAsync(device, 16, 1, 17, stream), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(static_cast<char*>(device)[0], 0);
}

TEST_F(HostMemoryTest, ACopyBeyondAnAllocationIsRefused) {
  char* middle = static_cast<char*>(device) + kBytes / 2;
  EXPECT_EQ(aclrtMemcpy(middle, kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpy(pageable, kBytes, middle, kBytes, ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemset(middle, kBytes, 1, kBytes), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpy(middle, kBytes / 2, pinned, kBytes / 2, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
}

TEST_F(HostMemoryTest, ACopyInTheWrongDirectionIsRefused) {
  EXPECT_EQ(aclrtMemcpy(device, kBytes, pinned, kBytes, ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_ERROR_RT_INVALID_MEMORY_TYPE);
  EXPECT_EQ(aclrtMemcpy(pageable, kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_ERROR_RT_INVALID_MEMORY_TYPE);
  EXPECT_EQ(aclrtMemcpy(device, kBytes, pinned, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE),
            ACL_ERROR_RT_INVALID_MEMORY_TYPE);
  EXPECT_EQ(aclrtMemcpy(device, kBytes, pinned, kBytes, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
}

TEST_F(HostMemoryTest, AnAsynchronousCopyFromHostToHostIsRefused) {
  EXPECT_EQ(aclrtMemcpyAsync(pageable, kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_HOST, stream),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(aclrtMemcpy(pageable, kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
}

TEST_F(HostMemoryTest, FreeingTwiceOrWhatIsNotOursIsRefused) {
  EXPECT_EQ(aclrtFree(pinned), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFreeHost(device), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFree(pageable), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFree(static_cast<char*>(device) + 64), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(device), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_ERROR_RT_PARAM_INVALID);
}

TEST_F(HostMemoryTest, MoreThanTheDeviceHasIsOutOfMemory) {
  size_t free_bytes = 0, total = 0;
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total), ACL_SUCCESS);
  EXPECT_EQ(free_bytes, total - kBytes);
  void* untouched = this;
  EXPECT_EQ(aclrtMalloc(&untouched, total, ACL_MEM_MALLOC_NORMAL_ONLY),
            ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_EQ(aclrtMalloc(&untouched, SIZE_MAX, ACL_MEM_MALLOC_NORMAL_ONLY),
            ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_EQ(aclrtMallocHost(&untouched, SIZE_MAX), ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_EQ(untouched, this);
  ASSERT_EQ(aclrtFree(device), ACL_SUCCESS);
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total), ACL_SUCCESS);
  EXPECT_EQ(free_bytes, total);
}

TEST_F(HostMemoryTest, ResettingTheDeviceFreesItsMemory) {
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(device), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
}

}  // namespace
}  // namespace aclprof
