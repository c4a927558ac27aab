// Models that are broken in thousands of ways: each is refused with a place and a reason, or runs; and none of them
// takes more memory than its size can justify.
#include <gtest/gtest.h>

#include <map>

#include "tests/devices_models/allocation_meter.h"
#include "tests/devices_models/model_trial.h"
#include "tests/devices_models/onnx_mutator.h"
#include "tests/devices_models/small_models.h"
#include "tests/support/model_run.h"

namespace aclprof {
namespace {

std::map<std::string, std::string> SmallModels() {
  return {{"sum", SumAndReluModel().Bytes()},
          {"shape", ShapeModel().Bytes()},
          {"parts", PartsModel().Bytes()}};
}

ModelTrial SmallTrial() { return ModelTrial(size_t{4} << 20, size_t{64} << 20); }

TEST(ModelMutation, WholeModelsRun) {
  ModelTrial trial = SmallTrial();
  for (const auto& [name, bytes] : SmallModels()) trial.Try(bytes);
  EXPECT_EQ(trial.outcomes().ran, 3u);
}

TEST(ModelMutation, CutAtEveryLength) {
  for (const auto& [name, bytes] : SmallModels()) {
    SCOPED_TRACE(name);
    ModelTrial trial = SmallTrial();
    for (size_t length = 0; length < bytes.size(); ++length) {
      SCOPED_TRACE(length);
      trial.Try(bytes.substr(0, length));
    }
    EXPECT_EQ(trial.outcomes().refused, bytes.size());
  }
}

TEST(ModelMutation, ChangedBytes) {
  for (const auto& [name, bytes] : SmallModels()) {
    ModelTrial trial = SmallTrial();
    for (uint32_t seed = 0; seed < MUTATIONS; ++seed) {
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      trial.Try(WithChangedBytes(bytes, seed));
    }
    EXPECT_GT(trial.outcomes().refused, MUTATIONS / 2u);
    EXPECT_GT(trial.outcomes().ran, MUTATIONS / 100u);
  }
}

TEST(ModelMutation, ChangedFields) {
  ModelTrial trial = SmallTrial();
  for (const auto& [name, bytes] : SmallModels()) {
    for (uint32_t seed = 0; seed < MUTATIONS; ++seed) {
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      trial.Try(WithFault(bytes, ModelFault::kAnyField, seed));
    }
  }
  EXPECT_GT(trial.outcomes().ran, MUTATIONS / 20u);
  for (StatusCode code : {StatusCode::kInvalidArgument, StatusCode::kUnsupported,
                          StatusCode::kDataLoss, StatusCode::kResourceExhausted})
    EXPECT_GT(trial.outcomes().codes.at(code), MUTATIONS / 200u) << StatusCodeName(code);
}

// Files in which as many things as possible are as small as possible.
std::string ManyOf(uint32_t field, const std::string& part, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) protozero::pbf_writer(all).add_bytes(field, part);
  return all;
}

std::map<std::string, std::string> CrowdedModels() {
  constexpr size_t kMany = 100000;
  const std::string node = OnnxBuilder::NodeBytes("A", "", {}, {}, {});
  const std::string inputs =
      OnnxBuilder::NodeBytes("Add", "n", {}, {"y"}, {}) + ManyOf(1, "", kMany);
  const std::string value = OnnxBuilder::ValueBytes("v", ElementType::kUint8, {});
  std::string attributes, reads, packed;
  for (size_t i = 0; i < kMany; ++i) {
    const std::string name = std::to_string(i);
    protozero::pbf_writer(attributes).add_bytes(5, OnnxBuilder::AttributeBytes({name, int64_t{1}}));
    protozero::pbf_writer(reads).add_string(1, "x");
  }
  protozero::pbf_writer writer(packed);
  writer.add_string(1, "list");
  writer.add_string(8, std::string(kMany * 10, '\1'));
  OnnxBuilder wide;
  wide.Input("x", ElementType::kFloat, Dims(kMaxDims, 1)).Output("y");
  wide.GraphField(1, OnnxBuilder::NodeBytes("Relu", "r", {}, {"y"}, {}) + reads);
  return {{"nodes", OnnxBuilder().ModelField(7, ManyOf(1, node, kMany)).Bytes()},
          {"inputs of a node", OnnxBuilder().GraphField(1, inputs).Bytes()},
          {"values", OnnxBuilder().ModelField(7, ManyOf(13, value, kMany)).Bytes()},
          {"attributes", OnnxBuilder().GraphField(1, node + attributes).Bytes()},
          {"numbers", OnnxBuilder().GraphField(1, node + ManyOf(5, packed, 1)).Bytes()},
          {"wide inputs of a node", wide.Bytes()}};
}

TEST(ModelMutation, MemoryStaysBelowAMultipleOfTheFile) {
  for (const auto& [name, bytes] : CrowdedModels()) {
    std::unique_ptr<Model> model;
    const AllocationMeter meter;
    const Status status = LoadModel(bytes, &model);
    EXPECT_FALSE(status.ok());
    EXPECT_LT(meter.PeakBytes(), 100 * bytes.size()) << name << ": " << status.message();
  }
}

TEST(ModelMutation, AStepAllocatesNothing) {
  std::unique_ptr<Model> model;
  ASSERT_TRUE(LoadModel(PartsModel().Bytes(), &model).ok());
  std::vector<float> x(4), y(2);
  const AlignedMemory workspace(model->workspace_bytes());
  const void* inputs[] = {x.data()};
  void* outputs[] = {y.data()};
  const size_t before = AllocationCount();
  bool ran = true;
  for (size_t step = 0; step < model->steps().size(); ++step)
    ran = model->RunStep(step, {inputs, outputs, workspace.get()}).ok() && ran;
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_TRUE(ran);
  EXPECT_EQ(y, (std::vector<float>{10, 20}));
}

}  // namespace
}  // namespace aclprof
