// What is no number, or no finite one, goes through the operators as IEEE 754 has it: a result that is none never looks
// like one.
#include <limits>

#include "tests/devices_models/operator_runner.h"

namespace aclprof {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

// oneDNN's exponential on 64-bit Arm goes no further down than to the least normal number.
#if defined(__aarch64__)
constexpr float kLeastExponential = std::numeric_limits<float>::min();
#else
constexpr float kLeastExponential = 0;
#endif

void ExpectElement(float actual, float expected, const std::string& what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << what << " gives " << actual;
  } else if (expected == 0) {
    EXPECT_LE(std::abs(actual), kLeastExponential) << what;
  } else {
    EXPECT_EQ(actual, expected) << what;
  }
}

struct Function {
  const char* type;
  float of_infinity;
  float of_minus_infinity;
};

// At every place of vectors and of what is left behind them.
void ExpectEverywhere(const Function& function, const OperatorRunner& node, float x, float y) {
  for (const int64_t count : {1, 7, 64, 67}) {
    for (int64_t at = 0; at < count; ++at) {
      std::vector<float> values(static_cast<size_t>(count), 0.5f);
      values[static_cast<size_t>(at)] = x;
      OperatorRunner one = node;
      const std::vector<float> result = one.In(Floats({count}, values)).RunOne().As<float>();
      ASSERT_EQ(result.size(), values.size());
      ExpectElement(result[static_cast<size_t>(at)], y,
                    std::string(function.type) + " of " + std::to_string(x));
      if (count > 1) {
        EXPECT_TRUE(std::isfinite(result[at == 0 ? 1 : 0])) << function.type;
      }
    }
  }
}

TEST(SpecialValuesTest, FunctionsOfOneElement) {
  const Function functions[] = {{"Relu", kInf, 0},    {"LeakyRelu", kInf, -kInf}, {"Sigmoid", 1, 0},
                                {"Tanh", 1, -1},      {"Sqrt", kInf, kNan},       {"Erf", 1, -1},
                                {"Gelu", kInf, kNan}, {"Clip", kInf, -kInf}};
  for (const Function& function : functions) {
    const OperatorRunner node(function.type);
    ExpectEverywhere(function, node, kNan, kNan);
    ExpectEverywhere(function, node, kInf, function.of_infinity);
    ExpectEverywhere(function, node, -kInf, function.of_minus_infinity);
  }
  OperatorRunner gelu("Gelu");
  gelu.Text("approximate", "tanh");
  ExpectEverywhere({"Gelu by tanh", 0, 0}, gelu, kNan, kNan);
  ExpectEverywhere({"Gelu by tanh", 0, 0}, gelu, kInf, kInf);
  ExpectEverywhere({"Gelu by tanh", 0, 0}, gelu, -kInf, kNan);
}

TEST(SpecialValuesTest, ClipKeepsWhatIsNoNumberInItsInputAndInItsBounds) {
  const Tensor x = Floats({4}, {kNan, -kInf, kInf, 0});
  const auto clipped =
      OperatorRunner("Clip").In(x).In(Floats({}, {-1})).In(Floats({}, {1})).RunOne();
  const float expected[] = {kNan, -1, 1, 0};
  for (size_t i = 0; i < 4; ++i) ExpectElement(clipped.As<float>()[i], expected[i], "Clip");
  for (const bool low : {true, false}) {
    const Tensor none = Floats({}, {kNan}), one = Floats({}, {1});
    const auto all =
        OperatorRunner("Clip").In(x).In(low ? none : one).In(low ? one : none).RunOne();
    for (const float value : all.As<float>()) ExpectElement(value, kNan, "Clip to NaN");
  }
}

TEST(SpecialValuesTest, MaxOfTwoIsNoNumberWhereEitherIsNone) {
  for (const int64_t count : {1, 16, 19}) {
    const auto size = static_cast<size_t>(count);
    const Tensor numbers = Floats({count}, std::vector<float>(size, 3));
    for (const float special : {kNan, -kInf, kInf}) {
      const Tensor specials = Floats({count}, std::vector<float>(size, special));
      const float expected = special == -kInf ? 3 : special;
      const auto one = OperatorRunner("Max").In(numbers).In(specials).RunOne();
      const auto other = OperatorRunner("Max").In(specials).In(numbers).RunOne();
      const auto same = OperatorRunner("Max").In(specials).In(specials).RunOne();
      for (size_t i = 0; i < size; ++i) {
        ExpectElement(one.As<float>()[i], expected, "Max");
        ExpectElement(other.As<float>()[i], expected, "Max");
        ExpectElement(same.As<float>()[i], special, "Max of the same");
      }
    }
  }
}

// A window with one of them, and its neighbour without.
TEST(SpecialValuesTest, PoolsKeepThem) {
  for (const char* type : {"MaxPool", "AveragePool"}) {
    for (const int64_t channels : {1, 16, 17}) {
      for (const float special : {kNan, kInf, -kInf}) {
        Tensor x =
            Floats({1, channels, 2, 4}, std::vector<float>(static_cast<size_t>(channels * 8), 2));
        const float all[] = {special, special, 2, 2, special, special, 2, 2};
        std::memcpy(x.bytes.data(), all, sizeof(all));
        const auto pooled = OperatorRunner(type)
                                .In(x)
                                .List("kernel_shape", {2, 2})
                                .List("strides", {2, 2})
                                .RunOne()
                                .As<float>();
        ExpectElement(pooled.at(0), special, type);
        ExpectElement(pooled.at(1), 2, type);
        ExpectElement(pooled.back(), 2, type);
      }
    }
  }
}

TEST(SpecialValuesTest, MaxPoolPrefersAnyNumberToMinusInfinityAndNothingToOneThatIsNone) {
  const Tensor x = Floats({1, 1, 6}, {-kInf, -7, 5, kNan, -kInf, -kInf});
  const auto pooled = OperatorRunner("MaxPool")
                          .In(x)
                          .List("kernel_shape", {2})
                          .List("strides", {2})
                          .RunOne()
                          .As<float>();
  ExpectElement(pooled.at(0), -7, "MaxPool");
  ExpectElement(pooled.at(1), kNan, "MaxPool");
  ExpectElement(pooled.at(2), -kInf, "MaxPool");
}

// All of a row depends on each of its elements, and nothing of another row does.
TEST(SpecialValuesTest, SoftmaxOfARowThatHasNoSumIsNoNumber) {
  for (const int64_t columns : {2, 8, 37}) {
    const auto size = static_cast<size_t>(columns);
    for (const int64_t axis : {0, 1}) {
      std::vector<float> values(2 * size, 0);
      const auto place = [&](size_t row, size_t column) -> float& {
        return axis == 1 ? values[row * size + column] : values[column * 2 + row];
      };
      const Dims dims = axis == 1 ? Dims{2, columns} : Dims{columns, 2};
      const auto run = [&] {
        return OperatorRunner("Softmax").In(Floats(dims, values)).Int("axis", axis).RunOne();
      };
      for (const float special : {kNan, kInf, -kInf}) {
        for (size_t at = 0; at < size; ++at) {
          for (size_t i = 0; i < size; ++i) place(0, i) = 0;
          place(0, at) = special;
          values = run().As<float>();
          const float rest = special == -kInf ? 1.0f / static_cast<float>(columns - 1) : kNan;
          for (size_t i = 0; i < size; ++i) {
            if (special != -kInf || i == at) {
              ExpectElement(place(0, i), special == -kInf ? 0 : kNan, "Softmax");
            } else {
              EXPECT_NEAR(place(0, i), rest, 1e-6);
            }
            EXPECT_NEAR(place(1, i), 1.0f / static_cast<float>(columns), 1e-6);
            place(1, i) = 0;
          }
        }
      }
      for (size_t i = 0; i < size; ++i) place(0, i) = -kInf;
      values = run().As<float>();
      for (size_t i = 0; i < size; ++i) ExpectElement(place(0, i), kNan, "Softmax of nothing");
    }
  }
}

}  // namespace
}  // namespace aclprof
