#include <limits>
#include <numeric>

#include "tests/devices_models/reference.h"

namespace aclprof {
namespace {

using reference::Grid;
using reference::Noise;
using reference::Viewed;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

Tensor Count(Dims dims) {
  std::vector<int64_t> values(
      static_cast<size_t>(TensorType{ElementType::kInt64, dims}.Elements()));
  std::iota(values.begin(), values.end(), 0);
  return Int64s(std::move(dims), values);
}

TEST(ConcatOperator, JoinsAlongAnyDimension) {
  for (int64_t axis = 0; axis < 3; ++axis) {
    std::vector<Tensor> parts;
    Dims whole = {2, 3, 4};
    whole[axis] = 6;
    Grid expected(whole);
    int64_t before = 0;
    OperatorRunner node("Concat"), from_the_end("Concat");
    for (const int64_t size : {1, 3, 2}) {
      Dims dims = {2, 3, 4};
      dims[axis] = size;
      const Tensor part = Noise(dims, static_cast<uint32_t>(size));
      reference::Each(dims, [&](Ints at) {
        const double value = Grid(part).At(at);
        at[axis] += before;
        expected.At(at) = value;
      });
      before += size;
      node.In(part);
      from_the_end.In(part);
    }
    ExpectSame(node.Int("axis", axis).RunOne(), expected.Out());
    ExpectSame(from_the_end.Int("axis", axis - 3).RunOne(), expected.Out());
  }
}

TEST(ConcatOperator, TakesOtherTypesAndOneInput) {
  const Tensor a = Int64s({1, 2}, {1, 2}), b = Int64s({2, 2}, {3, 4, 5, 6});
  ExpectSame(OperatorRunner("Concat").Int("axis", 0).In(a).In(b).RunOne(),
             Int64s({3, 2}, {1, 2, 3, 4, 5, 6}));
  ExpectSame(OperatorRunner("Concat").Int("axis", 0).In(a).RunOne(), a);
  const Tensor truth = Bools({2}, {1, 0});
  ExpectSame(OperatorRunner("Concat").Int("axis", -1).In(truth).In(truth).RunOne(),
             Bools({4}, {1, 0, 1, 0}));
}

TEST(SplitOperator, CutsIntoEqualParts) {
  const std::vector<Tensor> parts =
      OperatorRunner("Split").Int("axis", 1).In(Count({2, 4})).Outputs(2).Run();
  ASSERT_EQ(parts.size(), 2u);
  ExpectSame(parts[0], Int64s({2, 2}, {0, 1, 4, 5}));
  ExpectSame(parts[1], Int64s({2, 2}, {2, 3, 6, 7}));
}

// Since opset 18: as many parts of one size as there may be, and a rest.
TEST(SplitOperator, CutsIntoACountOfParts) {
  const auto parts = OperatorRunner("Split", 18)
                         .Int("axis", 1)
                         .Int("num_outputs", 3)
                         .In(Floats({2, 5}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}))
                         .Outputs(3)
                         .Run();
  ASSERT_EQ(parts.size(), 3u);
  ExpectSame(parts[0], Floats({2, 2}, {0, 1, 5, 6}));
  ExpectSame(parts[1], Floats({2, 2}, {2, 3, 7, 8}));
  ExpectSame(parts[2], Floats({2, 1}, {4, 9}));
}

TEST(SplitOperator, TakesSizesFromAttributeOrInput) {
  OperatorRunner by_attribute("Split", 11), by_input("Split", 13);
  by_attribute.List("split", {1, 3}).Int("axis", -1).In(Count({2, 4})).Outputs(2);
  by_input.Int("axis", 1).In(Count({2, 4})).Constant(List({1, 3})).Outputs(2);
  for (OperatorRunner* node : {&by_attribute, &by_input}) {
    const std::vector<Tensor> parts = node->Run();
    ASSERT_EQ(parts.size(), 2u);
    ExpectSame(parts[0], Int64s({2, 1}, {0, 4}));
    ExpectSame(parts[1], Int64s({2, 3}, {1, 2, 3, 5, 6, 7}));
  }
}

struct Cut {
  Ints starts, ends, axes, steps;
  Dims dims;
  std::vector<int64_t> values;
};

// Of 0 to 11 in rows of 4.
TEST(SliceOperator, TakesRangesWithSteps) {
  const Cut cuts[] = {
      {{1}, {3}, {}, {}, {2, 4}, {4, 5, 6, 7, 8, 9, 10, 11}},
      {{0, 1}, {2, 3}, {}, {}, {2, 2}, {1, 2, 5, 6}},
      {{1}, {-1}, {-1}, {}, {3, 2}, {1, 2, 5, 6, 9, 10}},
      {{0}, {kMost}, {1}, {2}, {3, 2}, {0, 2, 4, 6, 8, 10}},
      {{-1}, {kLeast}, {0}, {-1}, {3, 4}, {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3}},
      {{kMost, 100}, {0, kLeast}, {0, 1}, {-1, -2}, {2, 2}, {11, 9, 7, 5}},
      {{2, 3}, {-100, -100}, {0, 1}, {-3, kLeast}, {1, 1}, {11}},
      {{kLeast}, {2}, {1}, {kMost}, {3, 1}, {0, 4, 8}},
      {{-100}, {-100}, {0}, {-1}, {1, 4}, {0, 1, 2, 3}},
  };
  for (const Cut& cut : cuts) {
    SCOPED_TRACE(::testing::PrintToString(cut.starts));
    OperatorRunner node("Slice");
    node.In(Count({3, 4})).Constant(List(cut.starts)).Constant(List(cut.ends));
    cut.axes.empty() ? node.Absent() : node.Constant(List(cut.axes));
    cut.steps.empty() ? node.Absent() : node.Constant(List(cut.steps));
    ExpectSame(node.RunOne(), Int64s(cut.dims, cut.values));
    if (!cut.steps.empty()) continue;
    OperatorRunner early("Slice", 9);
    early.In(Count({3, 4})).List("starts", cut.starts).List("ends", cut.ends);
    if (!cut.axes.empty()) early.List("axes", cut.axes);
    ExpectSame(early.RunOne(), Int64s(cut.dims, cut.values));
  }
}

TEST(SliceOperator, TakesBoundsOfInt32AndMovesOtherTypes) {
  const Tensor one = Int32s({1}, {1}), all = Int32s({1}, {9});
  ExpectSame(OperatorRunner("Slice").In(Bools({3}, {1, 0, 1})).Constant(one).Constant(all).RunOne(),
             Bools({2}, {0, 1}));
  ExpectSame(
      OperatorRunner("Slice").In(Floats({3}, {1, 2, 3})).Constant(one).Constant(all).RunOne(),
      Floats({2}, {2, 3}));
}

TEST(GatherOperator, TakesRowsAlongAnyDimension) {
  const Tensor data = Count({3, 4});
  ExpectSame(OperatorRunner("Gather").In(data).In(Int64s({2}, {2, 0})).RunOne(),
             Int64s({2, 4}, {8, 9, 10, 11, 0, 1, 2, 3}));
  ExpectSame(OperatorRunner("Gather").Int("axis", -1).In(data).In(Int32s({1, 2}, {3, -4})).RunOne(),
             Int64s({3, 1, 2}, {3, 0, 7, 4, 11, 8}));
  ExpectSame(OperatorRunner("Gather").Int("axis", 1).In(data).Constant(Int64s({}, {-1})).RunOne(),
             Int64s({3}, {3, 7, 11}));
  ExpectSame(OperatorRunner("Gather").In(Floats({3}, {5, 6, 7})).In(Int64s({2}, {1, 1})).RunOne(),
             Floats({2}, {6, 6}));
}

// What is known of the indices at load is refused there.
TEST(GatherOperator, IndicesOutsideAreRefused) {
  const Tensor data = Int64s({2}, {7, 8});
  for (const int64_t outside : {int64_t{2}, int64_t{-3}, kMost, kLeast}) {
    const Tensor indices = Int64s({2}, {1, outside});
    const std::string reason =
        "index " + std::to_string(outside) + " at place 1 is outside of 2 elements";
    const Status made = OperatorRunner("Gather").In(data).Constant(indices).TryMake();
    EXPECT_EQ(made.code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(made.message(), reason);
    EXPECT_TRUE(OperatorRunner("Gather").In(data).In(indices).TryMake().ok());
    const Status ran = OperatorRunner("Gather").In(data).In(indices).TryRun();
    EXPECT_EQ(ran.code(), StatusCode::kInvalidArgument);
    EXPECT_EQ(ran.message(), reason);
  }
  EXPECT_FALSE(OperatorRunner("Gather").In(data).In(Int32s({1}, {2})).TryRun().ok());
}

TEST(TransposeOperator, TakesAnyOrder) {
  const Dims dims = {2, 3, 4, 5};
  const Tensor x = Noise(dims);
  const Grid from(x);
  Ints order = {0, 1, 2, 3};
  do {
    Dims turned;
    for (const int64_t axis : order) turned.push_back(dims[static_cast<size_t>(axis)]);
    Grid to(turned);
    reference::Each(turned, [&](const Ints& at) {
      Ints source(4);
      for (size_t i = 0; i < 4; ++i) source[static_cast<size_t>(order[i])] = at[i];
      to.At(at) = from.At(source);
    });
    ExpectSame(OperatorRunner("Transpose").List("perm", order).In(x).RunOne(), to.Out());
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(TransposeOperator, TurnsAroundWithoutAnOrder) {
  ExpectSame(OperatorRunner("Transpose").In(Count({2, 3})).RunOne(),
             Int64s({3, 2}, {0, 3, 1, 4, 2, 5}));
  ExpectSame(OperatorRunner("Transpose").In(Bools({1, 2}, {1, 0})).RunOne(), Bools({2, 1}, {1, 0}));
  ExpectSame(OperatorRunner("Transpose").In(Int64s({}, {3})).RunOne(), Int64s({}, {3}));
}

TEST(ReshapeOperator, TakesOverAndFillsIn) {
  struct Case {
    Ints shape;
    Dims to;
  };
  for (const auto& [shape, to] : {Case{{4, 6}, {4, 6}}, Case{{-1}, {24}}, Case{{0, -1}, {2, 12}},
                                  Case{{0, 0, 2, 2}, {2, 3, 2, 2}}, Case{{1, -1, 1}, {1, 24, 1}}}) {
    const Tensor x = Noise({2, 3, 4});
    ExpectSame(OperatorRunner("Reshape").In(x).Constant(List(shape)).RunOne(), Viewed(x, to));
  }
}

TEST(FlattenOperator, FoldsAroundAnAxis) {
  struct Case {
    int64_t axis;
    Dims to;
  };
  const Tensor x = Noise({2, 3, 4});
  ExpectSame(OperatorRunner("Flatten").In(x).RunOne(), Viewed(x, {2, 12}));
  for (const auto& [axis, to] :
       {Case{0, {1, 24}}, Case{2, {6, 4}}, Case{3, {24, 1}}, Case{-1, {6, 4}}, Case{-3, {1, 24}}}) {
    ExpectSame(OperatorRunner("Flatten").Int("axis", axis).In(x).RunOne(), Viewed(x, to));
  }
}

TEST(SqueezeOperator, DropsDimensionsOfOne) {
  const Tensor x = Noise({1, 3, 1, 2});
  ExpectSame(OperatorRunner("Squeeze").In(x).RunOne(), Viewed(x, {3, 2}));
  ExpectSame(OperatorRunner("Squeeze", 11).List("axes", {-2}).In(x).RunOne(), Viewed(x, {1, 3, 2}));
  ExpectSame(OperatorRunner("Squeeze", 13).In(x).Constant(List({0, 2})).RunOne(),
             Viewed(x, {3, 2}));
}

TEST(UnsqueezeOperator, AddsDimensionsOfOne) {
  const Tensor x = Noise({3, 2});
  ExpectSame(OperatorRunner("Unsqueeze", 11).List("axes", {0, 3}).In(x).RunOne(),
             Viewed(x, {1, 3, 2, 1}));
  ExpectSame(OperatorRunner("Unsqueeze", 13).In(x).Constant(List({-1, 1})).RunOne(),
             Viewed(x, {3, 1, 2, 1}));
}

TEST(IdentityOperator, Copies) {
  const Tensor x = Bools({2}, {1, 0});
  ExpectSame(OperatorRunner("Identity").In(x).RunOne(), x);
}

TEST(ShapeOperator, TellsTheDimensionsFromStartToEnd) {
  const Tensor x = Noise({2, 3, 4});
  ExpectSame(OperatorRunner("Shape", 13).In(x).RunOne(), List({2, 3, 4}));
  ExpectSame(OperatorRunner("Shape", 15).Int("start", 1).In(x).RunOne(), List({3, 4}));
  ExpectSame(OperatorRunner("Shape", 15).Int("start", -9).Int("end", -1).In(x).RunOne(),
             List({2, 3}));
}

TEST(ConstantOperator, GivesItsValue) {
  OperatorRunner tensor("Constant"), floats("Constant"), integers("Constant");
  const Tensor value = Int32s({2}, {4, 5});
  tensor.Attribute("value", AttributeKind::kTensor).t = {"", value.type, value.bytes};
  ExpectSame(tensor.RunOne(), value);
  floats.Attribute("value_floats", AttributeKind::kFloats).floats = {1, 2};
  ExpectSame(floats.RunOne(), Floats({2}, {1, 2}));
  ExpectSame(integers.List("value_ints", {3, 4, 5}).RunOne(), List({3, 4, 5}));
  ExpectSame(OperatorRunner("Constant").Int("value_int", 7).RunOne(), Int64s({}, {7}));
  ExpectSame(OperatorRunner("Constant").Float("value_float", 2).RunOne(), Floats({}, {2}));
}

}  // namespace
}  // namespace aclprof
