#include <limits>

#include "tests/devices_models/reference.h"

namespace aclprof {
namespace {

using reference::Noise;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr int32_t kLeast32 = std::numeric_limits<int32_t>::min();
constexpr int64_t kLeast64 = std::numeric_limits<int64_t>::min();
constexpr int32_t kMost32 = std::numeric_limits<int32_t>::max();
constexpr int64_t kMost64 = std::numeric_limits<int64_t>::max();

Tensor Wide(const Dims& dims) {
  return reference::Map(Noise(dims), [](double x) { return 6 * x; });
}

void ExpectFunction(OperatorRunner node, const std::function<double(double)>& function) {
  for (const Dims& dims : {Dims{}, Dims{1}, Dims{3, 5}, Dims{2, 17, 7, 7}}) {
    const Tensor x = Wide(dims);
    OperatorRunner each = node;
    ExpectClose(each.In(x).RunOne(), reference::Map(x, function));
  }
}

TEST(ActivationOperators, AreTheirFunctions) {
  ExpectFunction(OperatorRunner("Relu"), [](double x) { return std::max(x, 0.0); });
  ExpectFunction(OperatorRunner("LeakyRelu"), [](double x) { return x < 0 ? 0.01 * x : x; });
  ExpectFunction(OperatorRunner("LeakyRelu").Float("alpha", 0.25f),
                 [](double x) { return x < 0 ? 0.25 * x : x; });
  ExpectFunction(OperatorRunner("Sigmoid"), [](double x) { return 1 / (1 + std::exp(-x)); });
  ExpectFunction(OperatorRunner("Tanh"), [](double x) { return std::tanh(x); });
  ExpectFunction(OperatorRunner("Erf"), [](double x) { return std::erf(x); });
}

TEST(ActivationOperators, GeluHasTwoForms) {
  const auto exact = [](double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); };
  const auto by_tanh = [](double x) {
    return x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
  };
  ExpectFunction(OperatorRunner("Gelu"), exact);
  ExpectFunction(OperatorRunner("Gelu").Text("approximate", "none"), exact);
  ExpectFunction(OperatorRunner("Gelu").Text("approximate", "tanh"), by_tanh);
}

TEST(ActivationOperators, SqrtIsOfNoNegativeNumber) {
  const Tensor x = Floats({4}, {0, 4, 2, -1});
  const std::vector<float> roots = OperatorRunner("Sqrt").In(x).RunOne().As<float>();
  ASSERT_EQ(roots.size(), 4u);
  EXPECT_FLOAT_EQ(roots[1], 2);
  EXPECT_FLOAT_EQ(roots[2], std::sqrt(2.0f));
  EXPECT_EQ(roots[0], 0);
  EXPECT_TRUE(std::isnan(roots[3]));
}

TEST(ClipOperator, BoundsAreAttributesBeforeOpset11AndInputsSince) {
  const Tensor x = Floats({5}, {-9, -1, 0, 3, 9});
  const Tensor clipped = Floats({5}, {-1, -1, 0, 3, 6});
  ExpectSame(OperatorRunner("Clip", 10).Float("min", -1).Float("max", 6).In(x).RunOne(), clipped);
  const Tensor low = Floats({}, {-1}), high = Floats({}, {6});
  ExpectSame(OperatorRunner("Clip", 11).In(x).In(low).Constant(high).RunOne(), clipped);
}

TEST(ClipOperator, EachBoundMayBeLeftOut) {
  const Tensor x = Floats({3}, {-9, 0, 9});
  const Tensor bound = Floats({}, {1});
  ExpectSame(OperatorRunner("Clip", 7).In(x).RunOne(), x);
  ExpectSame(OperatorRunner("Clip").In(x).RunOne(), x);
  ExpectSame(OperatorRunner("Clip").In(x).In(bound).RunOne(), Floats({3}, {1, 1, 9}));
  ExpectSame(OperatorRunner("Clip").In(x).Absent().In(bound).RunOne(), Floats({3}, {-9, 0, 1}));
}

TEST(ArithmeticOperators, BroadcastAsNumpyDoes) {
  struct Case {
    Dims a, b, result;
  };
  const Case cases[] = {{{}, {}, {}},
                        {{2, 3}, {2, 3}, {2, 3}},
                        {{2, 3}, {}, {2, 3}},
                        {{}, {2, 3}, {2, 3}},
                        {{2, 3}, {3}, {2, 3}},
                        {{3}, {2, 1}, {2, 3}},
                        {{2, 3, 4, 5}, {3, 1, 1}, {2, 3, 4, 5}},
                        {{1, 3, 1, 5}, {2, 1, 4, 1}, {2, 3, 4, 5}},
                        {{4, 1, 2}, {1, 3, 1}, {4, 3, 2}},
                        {{1, 1, 1}, {1}, {1, 1, 1}}};
  for (const auto& [a_dims, b_dims, result] : cases) {
    const Tensor a = Wide(a_dims),
                 b = reference::Map(Noise(b_dims, 7), [](double x) { return x + 2; });
    const auto expect = [&](const char* type, const std::function<double(double, double)>& f) {
      SCOPED_TRACE(std::string(type) + " " + ToString(a.type) + " " + ToString(b.type));
      ExpectClose(OperatorRunner(type).In(a).In(b).RunOne(), reference::Combine(a, b, result, f));
    };
    expect("Add", [](double x, double y) { return x + y; });
    expect("Sub", [](double x, double y) { return x - y; });
    expect("Mul", [](double x, double y) { return x * y; });
    expect("Div", [](double x, double y) { return x / y; });
    expect("Max", [](double x, double y) { return std::max(x, y); });
  }
}

TEST(ArithmeticOperators, WholeNumbersWrapAndDivideTowardsZero) {
  const Tensor a = Int64s({5}, {7, -7, kMost64, kLeast64, 5}), b = Int64s({5}, {2, 2, 2, -1, 0});
  ExpectSame(OperatorRunner("Add").In(a).In(b).RunOne(),
             Int64s({5}, {9, -5, kLeast64 + 1, kMost64, 5}));
  ExpectSame(OperatorRunner("Mul").In(a).In(b).RunOne(), Int64s({5}, {14, -14, -2, kLeast64, 0}));
  ExpectSame(OperatorRunner("Div").In(a).In(b).RunOne(),
             Int64s({5}, {3, -3, kMost64 / 2, kLeast64, 0}));
  const Tensor c = Int32s({3}, {kLeast32, kLeast32, 6}), d = Int32s({3}, {1, -1, 4});
  ExpectSame(OperatorRunner("Sub").In(c).In(d).RunOne(), Int32s({3}, {kMost32, kLeast32 + 1, 2}));
  ExpectSame(OperatorRunner("Div").In(c).In(d).RunOne(), Int32s({3}, {kLeast32, kLeast32, 1}));
}

TEST(ArithmeticOperators, PowTakesAnyExponent) {
  const Tensor base = Floats({3}, {-2, 0.5f, 3});
  const Tensor squares = Floats({3}, {4, 0.25f, 9});
  ExpectSame(OperatorRunner("Pow").In(base).Constant(Floats({}, {2})).RunOne(), squares);
  ExpectSame(OperatorRunner("Pow").In(base).In(Int64s({1}, {2})).RunOne(), squares);
  ExpectClose(OperatorRunner("Pow").In(base).In(Int32s({3}, {3, -1, 0})).RunOne(),
              Floats({3}, {-8, 2, 1}));
  ExpectClose(OperatorRunner("Pow").In(Floats({2}, {2, 9})).In(Floats({}, {0.5f})).RunOne(),
              Floats({2}, {std::sqrt(2.0f), 3}));
}

TEST(MaxOperator, TakesAnyNumberOfInputs) {
  const Tensor a = Floats({2, 2}, {1, 5, -3, 0}), b = Floats({2}, {2, 2}),
               c = Floats({2, 1}, {0, 9});
  ExpectSame(OperatorRunner("Max").In(b).RunOne(), b);
  ExpectSame(OperatorRunner("Max").In(b).In(a).In(c).RunOne(), Floats({2, 2}, {2, 5, 9, 9}));
  ExpectSame(OperatorRunner("Max").In(Int64s({2}, {1, 4})).In(Int64s({}, {3})).RunOne(),
             Int64s({2}, {3, 4}));
  const std::vector<float> with_nan = OperatorRunner("Max")
                                          .In(Floats({2}, {kNan, 1}))
                                          .In(Floats({2}, {1, kNan}))
                                          .RunOne()
                                          .As<float>();
  EXPECT_TRUE(std::isnan(with_nan[0]) && std::isnan(with_nan[1]));
}

Tensor Cast(const Tensor& from, ElementType to) {
  return OperatorRunner("Cast").Int("to", static_cast<int64_t>(to)).In(from).RunOne();
}

TEST(CastOperator, CutsTowardsZeroAndSaturates) {
  const Tensor x = Floats({8}, {1.9f, -1.9f, 0, 3e9f, -1e30f, kInfinity, -kInfinity, kNan});
  ExpectSame(Cast(x, ElementType::kInt32),
             Int32s({8}, {1, -1, 0, kMost32, kLeast32, kMost32, kLeast32, 0}));
  ExpectSame(Cast(x, ElementType::kInt64),
             Int64s({8}, {1, -1, 0, 3000000000, kLeast64, kMost64, kLeast64, 0}));
  ExpectSame(Cast(x, ElementType::kBool), Bools({8}, {1, 1, 0, 1, 1, 1, 1, 1}));
}

TEST(CastOperator, GoesBetweenAllTypes) {
  const Tensor floats = Floats({3}, {0, 1, -5}), narrow = Int32s({3}, {0, 1, -5});
  const Tensor wide = Int64s({3}, {0, 1, -5}), truths = Bools({3}, {0, 1, 1});
  for (const Tensor& from : {floats, narrow, wide}) {
    ExpectSame(Cast(from, ElementType::kFloat), floats);
    ExpectSame(Cast(from, ElementType::kInt32), narrow);
    ExpectSame(Cast(from, ElementType::kInt64), wide);
    ExpectSame(Cast(from, ElementType::kBool), truths);
  }
}

TEST(CastOperator, AnyByteButZeroIsTrue) {
  const Tensor x = Bools({3}, {0, 2, 255});
  ExpectSame(Cast(x, ElementType::kFloat), Floats({3}, {0, 1, 1}));
  ExpectSame(Cast(x, ElementType::kInt64), Int64s({3}, {0, 1, 1}));
  ExpectSame(Cast(x, ElementType::kBool), Bools({3}, {0, 1, 1}));
}

}  // namespace
}  // namespace aclprof
