// Means over many elements: their sums are more than a float can count in.
#include "tests/devices_models/operator_runner.h"

namespace aclprof {
namespace {

constexpr int64_t kMany = int64_t{1} << 21;

// 0, 1, 2, 0, 1, 2 ... far from 0.
std::vector<float> Numbers(int64_t count) {
  std::vector<float> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i) values[i] = 1000.0f + static_cast<float>(i % 3);
  return values;
}

void ExpectMean(const Tensor& result, double mean) {
  for (const float value : result.As<float>()) EXPECT_NEAR(value, mean, 1e-6 * mean);
}

TEST(PrecisionTest, ReduceMeanAlongARowAndAcrossRows) {
  const std::vector<float> values = Numbers(kMany);
  ExpectMean(OperatorRunner("ReduceMean").In(Floats({kMany}, values)).RunOne(), 1001);
  ExpectMean(
      OperatorRunner("ReduceMean").In(Floats({kMany / 2, 2}, values)).Constant(List({0})).RunOne(),
      1001);
}

TEST(PrecisionTest, GlobalAveragePool) {
  ExpectMean(OperatorRunner("GlobalAveragePool")
                 .In(Floats({1, 2, kMany / 4096, 2048}, Numbers(kMany)))
                 .RunOne(),
             1001);
}

TEST(PrecisionTest, AveragePoolOfALargeKernel) {
  ExpectMean(OperatorRunner("AveragePool")
                 .In(Floats({1, 1, kMany / 4096, 4096}, Numbers(kMany)))
                 .List("kernel_shape", {kMany / 4096, 4096})
                 .RunOne(),
             1001);
}

// With the variance of 0, 1, 2: 2 / 3.
TEST(PrecisionTest, LayerNormalization) {
  const std::vector<float> values = Numbers(kMany);
  const Tensor scale = Floats({kMany}, std::vector<float>(values.size(), 1));
  const auto result = OperatorRunner("LayerNormalization")
                          .In(Floats({1, kMany}, values))
                          .In(scale)
                          .Float("epsilon", 0)
                          .RunOne()
                          .As<float>();
  ASSERT_EQ(result.size(), values.size());
  const double deviation = std::sqrt(2.0 / 3);
  for (size_t i = 0; i < result.size(); i += 4099)
    ASSERT_NEAR(result[i], (values[i] - 1001.0) / deviation, 1e-4) << i;
}

TEST(PrecisionTest, Softmax) {
  for (const Dims& dims : {Dims{1, kMany}, Dims{kMany / 2, 2}}) {
    const auto count = static_cast<size_t>(kMany);
    const auto result = OperatorRunner("Softmax")
                            .In(Floats(dims, std::vector<float>(count, 1)))
                            .Int("axis", dims[0] == 1 ? 1 : 0)
                            .RunOne()
                            .As<float>();
    ASSERT_EQ(result.size(), count);
    const double expected = dims[0] == 1 ? 1.0 / kMany : 2.0 / kMany;
    for (size_t i = 0; i < count; i += 4099) ASSERT_NEAR(result[i], expected, 1e-5 * expected);
  }
}

}  // namespace
}  // namespace aclprof
