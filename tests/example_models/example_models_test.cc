// The example models are the same everywhere, and what they are called.
#include "examples/models/example_models.h"

#include <gtest/gtest.h>

#include <map>

#include "base/checksum.h"
#include "tests/support/model_run.h"

namespace aclprof {
namespace {

using Counts = std::map<std::string, int>;

Counts StepsByType(const Model& model) {
  Counts counts;
  for (const ModelStep& step : model.steps()) ++counts[step.op_type];
  return counts;
}

void ExpectSteps(std::string (*bytes)(), const Counts& expected, size_t total) {
  std::unique_ptr<Model> model;
  const Status loaded = LoadModel(bytes(), &model);
  ASSERT_TRUE(loaded.ok()) << loaded.ToString();
  EXPECT_EQ(StepsByType(*model), expected);
  EXPECT_EQ(model->steps().size(), total);
}

// A compiler that rounded otherwise would give other bytes.
TEST(ExampleModels, BytesAreTheSameEverywhere) {
  const std::map<std::string, uint64_t> expected = {{"resnet18", 10788425723876894231u},
                                                    {"mobilenet_v2", 1871841088528732319u},
                                                    {"transformer_encoder", 5515534610743797732u}};
  for (const ExampleModel& model : ExampleModels()) {
    const std::string bytes = model.bytes();
    EXPECT_EQ(Checksum(bytes.data(), bytes.size()), expected.at(model.name)) << model.name;
    EXPECT_TRUE(bytes == model.bytes()) << model.name;
  }
}

TEST(ExampleModels, InputsAreTheSameEverywhere) {
  const std::map<std::string, uint64_t> expected = {{"resnet18", 12578468806806736739u},
                                                    {"mobilenet_v2", 12578468806806736739u},
                                                    {"transformer_encoder", 12329777459375009971u}};
  for (const ExampleModel& model : ExampleModels()) {
    const std::string both = model.input(0) + model.input(1);
    EXPECT_EQ(Checksum(both.data(), both.size()), expected.at(model.name)) << model.name;
    EXPECT_NE(model.input(0), model.input(1));
  }
}

TEST(ExampleModels, ResNet18HasItsLayers) {
  ExpectSteps(ResNet18,
              {{"Conv", 20},
               {"BatchNormalization", 20},
               {"Relu", 17},
               {"MaxPool", 1},
               {"Add", 8},
               {"GlobalAveragePool", 1},
               {"Flatten", 1},
               {"Gemm", 1}},
              69);
}

TEST(ExampleModels, MobileNetV2HasItsLayers) {
  ExpectSteps(MobileNetV2,
              {{"Conv", 52},
               {"BatchNormalization", 52},
               {"Clip", 35},
               {"Add", 10},
               {"GlobalAveragePool", 1},
               {"Flatten", 1},
               {"Gemm", 1}},
              152);
}

TEST(ExampleModels, TransformerEncoderHasItsLayers) {
  ExpectSteps(TransformerEncoder,
              {{"Gather", 1},
               {"Add", 1 + 4 * 9},
               {"LayerNormalization", 1 + 4 * 2},
               {"MatMul", 4 * 8},
               {"Reshape", 4 * 4},
               {"Transpose", 4 * 4},
               {"Softmax", 4},
               {"Div", 4 * 2},
               {"Erf", 4},
               {"Mul", 4 * 2}},
              135);
}

}  // namespace
}  // namespace aclprof
