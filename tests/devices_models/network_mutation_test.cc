// Networks of the real operators, broken in as many ways as the small models.
#include <gtest/gtest.h>

#include "tests/devices_models/model_trial.h"
#include "tests/devices_models/onnx_mutator.h"
#include "tests/devices_models/tiny_networks.h"

namespace aclprof {
namespace {

ModelTrial NetworkTrial() { return ModelTrial(size_t{64} << 20, size_t{1} << 20); }

std::map<std::string, std::string> TinyNetworks() {
  return {{"convolution", TinyConvolutionNetwork().Bytes()},
          {"attention", TinyAttentionNetwork().Bytes()}};
}

TEST(NetworkMutation, WholeNetworksRun) {
  ModelTrial trial = NetworkTrial();
  for (const auto& [name, bytes] : TinyNetworks()) {
    std::unique_ptr<Model> model;
    const Status status = LoadModel(bytes, &model);
    EXPECT_TRUE(status.ok()) << name << ": " << status.message();
    trial.Try(bytes);
  }
  EXPECT_EQ(trial.outcomes().ran, 2u);
}

// A convolution of an image, of padding, too.
std::string ConvolutionOf(const char* type, const Dims& image, int64_t pad_last) {
  Dims kernel(image.size(), 3);
  kernel[0] = kernel[1] = 1;
  std::vector<int64_t> pads(2 * (image.size() - 2), 1);
  pads[image.size() - 3] = pads.back() = pad_last;
  OnnxBuilder builder;
  builder.Name("long_rows").Input("x", ElementType::kFloat, image).Output("y");
  builder.Weight("w", kernel, std::vector<float>(image.size() == 4 ? 9 : 27, 1));
  return builder.Node(type, "conv", {"x", "w"}, {"y"}, {{"pads", pads}}).Bytes();
}

void ExpectPlanned(const std::string& model) {
  ModelTrial trial = NetworkTrial();
  trial.Try(model);
  EXPECT_EQ(trial.outcomes().refused, 0u);
}

// Left to itself, oneDNN plans ahead for every column of a row: gigabytes for the widest of these.
TEST(NetworkMutation, LongRowsArePlannedInLittleMemory) {
  for (const int64_t side : {1000, 4097, 100000, 1000000}) {
    SCOPED_TRACE(side);
    for (const char* type : {"Conv", "ConvTranspose"}) {
      SCOPED_TRACE(type);
      ExpectPlanned(ConvolutionOf(type, {1, 1, 3, side}, 1));
      ExpectPlanned(ConvolutionOf(type, {1, 1, side, 3}, 1));
      ExpectPlanned(ConvolutionOf(type, {1, 1, 3, 3, side}, 1));
      ExpectPlanned(ConvolutionOf(type, {1, 1, side, 3, 3}, 1));
    }
  }
  for (const int64_t padding : {2000, 4096})
    ExpectPlanned(ConvolutionOf("Conv", {1, 1, 3, 3}, padding));
}

TEST(NetworkMutation, CutAtEveryLength) {
  for (const auto& [name, bytes] : TinyNetworks()) {
    ModelTrial trial = NetworkTrial();
    for (size_t length = 0; length < bytes.size(); ++length) {
      SCOPED_TRACE(name + " cut at " + std::to_string(length));
      trial.Try(bytes.substr(0, length));
    }
    EXPECT_EQ(trial.outcomes().refused, bytes.size());
  }
}

TEST(NetworkMutation, ChangedBytes) {
  for (const auto& [name, bytes] : TinyNetworks()) {
    ModelTrial trial = NetworkTrial();
    for (uint32_t seed = 0; seed < MUTATIONS; ++seed) {
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      trial.Try(WithChangedBytes(bytes, seed));
    }
    EXPECT_GT(trial.outcomes().refused, MUTATIONS / 4u);
    EXPECT_GT(trial.outcomes().ran, MUTATIONS / 20u);
  }
}

TrialOutcomes OutcomesOf(ModelFault fault) {
  ModelTrial trial = NetworkTrial();
  for (const auto& [name, bytes] : TinyNetworks()) {
    for (uint32_t seed = 0; seed < MUTATIONS; ++seed) {
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      trial.Try(WithFault(bytes, fault, seed));
    }
  }
  return trial.outcomes();
}

constexpr size_t kTrials = 2 * MUTATIONS;

TEST(NetworkMutation, ChangedFields) {
  const TrialOutcomes outcomes = OutcomesOf(ModelFault::kAnyField);
  EXPECT_GT(outcomes.refused, kTrials / 4);
  EXPECT_GT(outcomes.ran, kTrials / 20);
}

// What is another shape for one file may be a smaller batch for the next.
TEST(NetworkMutation, WrongShapes) {
  EXPECT_GT(OutcomesOf(ModelFault::kWrongShape).refused, kTrials / 2);
}

TEST(NetworkMutation, HugeDimensions) {
  EXPECT_GT(OutcomesOf(ModelFault::kHugeDimension).refused, kTrials / 2);
}

TEST(NetworkMutation, Cycles) {
  EXPECT_GT(OutcomesOf(ModelFault::kCycle).refused, kTrials * 9 / 10);
}

TEST(NetworkMutation, MissingWeights) {
  EXPECT_EQ(OutcomesOf(ModelFault::kMissingWeight).refused, kTrials);
}

}  // namespace
}  // namespace aclprof
