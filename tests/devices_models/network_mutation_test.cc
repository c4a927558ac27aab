// Networks of the real operators, broken in as many ways as the small models.
#include <gtest/gtest.h>

#include "tests/devices_models/model_trial.h"
#include "tests/devices_models/onnx_mutator.h"
#include "tests/devices_models/tiny_networks.h"

namespace aclprof {
namespace {

// oneDNN plans a convolution with some KiB for every column of its output, and padding makes columns.
ModelTrial NetworkTrial() { return ModelTrial(size_t{512} << 20, size_t{1} << 20); }

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
