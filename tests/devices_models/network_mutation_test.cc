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

// Left to itself, oneDNN plans ahead for every column of a row: gigabytes for the widest of these.
TEST(NetworkMutation, LongRowsArePlannedInLittleMemory) {
  for (const char* op : {"Conv", "ConvTranspose"}) {
    for (const int64_t side : {1000, 4097, 100000, 1000000}) {
      for (const auto& [height, width] :
           {std::pair{int64_t{3}, side}, std::pair{side, int64_t{3}}}) {
        SCOPED_TRACE(std::string(op) + " of " + std::to_string(height) + " x " +
                     std::to_string(width));
        OnnxBuilder builder;
        builder.Name("long_rows").Input("x", ElementType::kFloat, {1, 1, height, width});
        builder.Output("y", ElementType::kFloat, {1, 1, height, width});
        builder.Weight("w", {1, 1, 3, 3}, std::vector<float>(9, 1));
        builder.Node(op, "conv", {"x", "w"}, {"y"}, {{"pads", std::vector<int64_t>{1, 1, 1, 1}}});
        ModelTrial trial = NetworkTrial();
        trial.Try(builder.Bytes());
        EXPECT_EQ(trial.outcomes().refused, 0u);
      }
    }
  }
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

TEST(NetworkMutation, ChangedBytesAndFields) {
  for (const auto& [name, bytes] : TinyNetworks()) {
    ModelTrial trial = NetworkTrial();
    for (uint32_t seed = 0; seed < 1000; ++seed) {
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      trial.Try(WithChangedBytes(bytes, seed));
      trial.Try(WithChangedField(bytes, seed));
    }
    EXPECT_GT(trial.outcomes().refused, 500u);
    EXPECT_GT(trial.outcomes().ran, 100u);
  }
}

}  // namespace
}  // namespace aclprof
