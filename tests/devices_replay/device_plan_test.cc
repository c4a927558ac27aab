#include "devices/replay/device_plan.h"

#include <gtest/gtest.h>

namespace aclprof {
namespace {

using Ids = std::vector<int32_t>;

DevicePlan Plan(const std::vector<CapturedStream>& streams, int wished) {
  DevicePlan plan;
  const Status status = DevicePlan::Make(streams, wished, &plan);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return plan;
}

TEST(DevicePlan, DevicesKeepTheirIdsWithoutAWish) {
  const DevicePlan plan = Plan({{3, 1}, {0, 1}, {3, 2}}, 0);
  EXPECT_EQ(plan.Devices(), (Ids{0, 3}));
  EXPECT_EQ(plan.DeviceOf({3, 2}), 3);
}

TEST(DevicePlan, IdsAboveTheLargestMoveToFreeOnes) {
  const DevicePlan plan = Plan({{0, 1}, {64, 1}, {1000, 1}}, 0);
  EXPECT_EQ(plan.DeviceOf({64, 1}), 1);
  EXPECT_EQ(plan.DeviceOf({1000, 1}), 2);
}

TEST(DevicePlan, MoreDevicesThanIdsNeedAWish) {
  std::vector<CapturedStream> streams;
  for (int32_t i = 0; i < 65; ++i) streams.push_back({i, 0});
  DevicePlan plan;
  EXPECT_EQ(DevicePlan::Make(streams, 0, &plan).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Plan(streams, 64).Devices().size(), 64u);
}

TEST(DevicePlan, FewerDevicesAreFoldedOnto) {
  const DevicePlan plan = Plan({{5, 1}, {2, 1}, {7, 1}}, 2);
  EXPECT_EQ(plan.DeviceOf({2, 1}), 0);
  EXPECT_EQ(plan.DeviceOf({5, 1}), 1);
  EXPECT_EQ(plan.DeviceOf({7, 1}), 0);
}

TEST(DevicePlan, MoreDevicesGetTheStreamsInTurn) {
  const DevicePlan plan = Plan({{0, 9}, {0, 4}, {0, 6}}, 2);
  EXPECT_EQ(plan.DeviceOf({0, 9}), 0);
  EXPECT_EQ(plan.DeviceOf({0, 4}), 1);
  EXPECT_EQ(plan.DeviceOf({0, 6}), 0);
}

TEST(DevicePlan, CountersOfADeviceWithoutTasksGoToTheHost) {
  const DevicePlan plan = Plan({{3, 1}}, 1);
  EXPECT_EQ(plan.DeviceOfCounter(3), 0);
  EXPECT_EQ(plan.DeviceOfCounter(8), kImportedHost);
}

}  // namespace
}  // namespace aclprof
