#include "base/json_shape.h"

#include <gtest/gtest.h>

namespace aclprof {
namespace {

TEST(JsonShape, CountsNestingOfEachKindAndBoth) {
  const JsonShape shape = ShapeOfJson(R"({"a": [[1], {"b": {}}], "c": {}})");
  EXPECT_EQ(shape.objects, 3u);
  EXPECT_EQ(shape.arrays, 2u);
  EXPECT_EQ(shape.levels, 4u);
}

TEST(JsonShape, CountsNoFewerValuesThanThereAre) {
  EXPECT_GE(ShapeOfJson("[1,2,3]").values, 4u);
  EXPECT_GE(ShapeOfJson("[[],[],{}]").values, 4u);
  EXPECT_GE(ShapeOfJson("1").values, 1u);
}

TEST(JsonShape, BracketsInStringsAreText) {
  EXPECT_EQ(ShapeOfJson(R"({"[[\"{{": "\\"})").levels, 1u);
  EXPECT_EQ(ShapeOfJson(R"(["\\", []])").levels, 2u);
}

TEST(JsonShape, WhatIsNoJsonHasAShapeToo) {
  EXPECT_EQ(ShapeOfJson("").values, 1u);
  EXPECT_EQ(ShapeOfJson("]]}[").levels, 1u);
  EXPECT_EQ(ShapeOfJson("\"[").levels, 0u);
  EXPECT_EQ(ShapeOfJson("\"\\").levels, 0u);
}

}  // namespace
}  // namespace aclprof
