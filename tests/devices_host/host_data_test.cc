#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "acl/acl.h"

namespace aclprof {
namespace {

TEST(HostDataTest, ADataBufferGivesBackWhatItWasMadeOf) {
  int first = 0, second = 0;
  aclDataBuffer* buffer = aclCreateDataBuffer(&first, 5000000000u);
  ASSERT_NE(buffer, nullptr);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), &first);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 5000000000u);
  EXPECT_EQ(aclGetDataBufferSize(buffer), static_cast<uint32_t>(5000000000u));
  ASSERT_EQ(aclUpdateDataBuffer(buffer, &second, 4), ACL_SUCCESS);
  EXPECT_EQ(aclGetDataBufferAddr(buffer), &second);
  EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 4u);
  EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
}

TEST(HostDataTest, NullDescriptionsGiveTheFailureValues) {
  EXPECT_EQ(aclDestroyDataBuffer(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclUpdateDataBuffer(nullptr, nullptr, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclGetDataBufferAddr(nullptr), nullptr);
  EXPECT_EQ(aclGetDataBufferSize(nullptr), 0u);
  EXPECT_EQ(aclGetDataBufferSizeV2(nullptr), 0u);
  aclDestroyTensorDesc(nullptr);
  EXPECT_EQ(aclGetTensorDescType(nullptr), ACL_DT_UNDEFINED);
  EXPECT_EQ(aclGetTensorDescFormat(nullptr), ACL_FORMAT_UNDEFINED);
  EXPECT_EQ(aclGetTensorDescSize(nullptr), 0u);
  EXPECT_EQ(aclGetTensorDescElementCount(nullptr), 0u);
  EXPECT_EQ(aclGetTensorDescNumDims(nullptr), 0u);
  EXPECT_EQ(aclGetTensorDescDim(nullptr, 0), -1);
  int64_t dim = 7;
  EXPECT_EQ(aclGetTensorDescDimV2(nullptr, 0, &dim), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(dim, 7);
  aclSetTensorDescName(nullptr, "x");
  EXPECT_STREQ(aclGetTensorDescName(nullptr), "");
}

TEST(HostDataTest, ATensorDescriptionGivesBackWhatItWasMadeOf) {
  const int64_t dims[] = {2, 3, 4};
  aclTensorDesc* tensor = aclCreateTensorDesc(ACL_FLOAT16, 3, dims, ACL_FORMAT_ND);
  ASSERT_NE(tensor, nullptr);
  EXPECT_EQ(aclGetTensorDescType(tensor), ACL_FLOAT16);
  EXPECT_EQ(aclGetTensorDescFormat(tensor), ACL_FORMAT_ND);
  EXPECT_EQ(aclGetTensorDescElementCount(tensor), 24u);
  EXPECT_EQ(aclGetTensorDescSize(tensor), 48u);
  EXPECT_EQ(aclGetTensorDescNumDims(tensor), 3u);
  EXPECT_EQ(aclGetTensorDescDim(tensor, 2), 4);
  EXPECT_EQ(aclGetTensorDescDim(tensor, 3), -1);
  int64_t dim = 0;
  EXPECT_EQ(aclGetTensorDescDimV2(tensor, 1, &dim), ACL_SUCCESS);
  EXPECT_EQ(dim, 3);
  EXPECT_EQ(aclGetTensorDescDimV2(tensor, 1, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclGetTensorDescDimV2(tensor, 3, &dim), ACL_ERROR_INVALID_PARAM);
  EXPECT_STREQ(aclGetTensorDescName(tensor), "");
  aclSetTensorDescName(tensor, "x");
  EXPECT_STREQ(aclGetTensorDescName(tensor), "x");
  aclDestroyTensorDesc(tensor);
}

TEST(HostDataTest, ATensorWhoseSizeIsNotKnownCountsAsEmpty) {
  const int64_t dynamic[] = {-1, 3};
  const int64_t huge[] = {1LL << 62, 1LL << 62};
  for (const int64_t* dims : {dynamic, huge}) {
    aclTensorDesc* tensor = aclCreateTensorDesc(ACL_FLOAT, 2, dims, ACL_FORMAT_ND);
    ASSERT_NE(tensor, nullptr);
    EXPECT_EQ(aclGetTensorDescElementCount(tensor), 0u);
    EXPECT_EQ(aclGetTensorDescSize(tensor), 0u);
    aclDestroyTensorDesc(tensor);
  }
}

TEST(HostDataTest, AScalarHasOneElementAndWrongDimensionsAreRefused) {
  aclTensorDesc* scalar = aclCreateTensorDesc(ACL_DOUBLE, 0, nullptr, ACL_FORMAT_ND);
  ASSERT_NE(scalar, nullptr);
  EXPECT_EQ(aclGetTensorDescSize(scalar), 8u);
  aclDestroyTensorDesc(scalar);
  EXPECT_EQ(aclCreateTensorDesc(ACL_DOUBLE, 1, nullptr, ACL_FORMAT_ND), nullptr);
  EXPECT_NE(aclGetRecentErrMsg(), nullptr);
  EXPECT_EQ(aclCreateTensorDesc(ACL_DOUBLE, -1, nullptr, ACL_FORMAT_ND), nullptr);
}

TEST(HostDataTest, DataTypesHaveTheirSizes) {
  EXPECT_EQ(aclDataTypeSize(ACL_BOOL), 1u);
  EXPECT_EQ(aclDataTypeSize(ACL_BF16), 2u);
  EXPECT_EQ(aclDataTypeSize(ACL_FLOAT), 4u);
  EXPECT_EQ(aclDataTypeSize(ACL_INT64), 8u);
  EXPECT_EQ(aclDataTypeSize(ACL_COMPLEX128), 16u);
  EXPECT_EQ(aclDataTypeSize(ACL_STRING), 0u);
  EXPECT_EQ(aclDataTypeSize(ACL_DT_UNDEFINED), 0u);
}

TEST(HostDataTest, EveryHalfComesBackFromAFloat) {
  for (uint32_t half = 0; half <= 0xFFFF; ++half) {
    const float value = aclFloat16ToFloat(static_cast<aclFloat16>(half));
    if (std::isnan(value)) {
      EXPECT_GT(half & 0x7FFF, 0x7C00u);
    } else {
      EXPECT_EQ(aclFloatToFloat16(value), half);
    }
  }
}

// Between two neighbours the nearer one, in the middle the even one.
TEST(HostDataTest, FloatsRoundToTheNearestHalf) {
  for (uint32_t half = 0; half < 0x7BFF; ++half) {
    const float low = aclFloat16ToFloat(static_cast<aclFloat16>(half));
    const float high = aclFloat16ToFloat(static_cast<aclFloat16>(half + 1));
    const float middle = low + (high - low) / 2;
    const uint32_t even = half % 2 == 0 ? half : half + 1;
    EXPECT_EQ(aclFloatToFloat16(middle), even);
    EXPECT_EQ(aclFloatToFloat16(std::nextafter(middle, low)), half);
    EXPECT_EQ(aclFloatToFloat16(-std::nextafter(middle, high)), (half + 1) | 0x8000u);
  }
}

TEST(HostDataTest, FloatsOutsideOfTheRangeBecomeInfinityAndZero) {
  EXPECT_EQ(aclFloatToFloat16(65519.996f), 0x7BFFu);
  EXPECT_EQ(aclFloatToFloat16(65520.0f), 0x7C00u);
  EXPECT_EQ(aclFloatToFloat16(-std::numeric_limits<float>::infinity()), 0xFC00u);
  EXPECT_EQ(aclFloatToFloat16(0x1p-25f), 0u);
  EXPECT_EQ(aclFloatToFloat16(0x1.000002p-25f), 1u);
  EXPECT_EQ(aclFloatToFloat16(-std::numeric_limits<float>::denorm_min()), 0x8000u);
  EXPECT_GT(aclFloatToFloat16(std::numeric_limits<float>::quiet_NaN()) & 0x7FFF, 0x7C00);
}

}  // namespace
}  // namespace aclprof
