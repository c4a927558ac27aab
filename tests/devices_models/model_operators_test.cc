// Models of the operators themselves: what exporters write, folded and run.
#include <gtest/gtest.h>

#include <cmath>

#include "devices/models/onnx_graph.h"
#include "examples/models/onnx_builder.h"
#include "tests/support/model_run.h"

namespace aclprof {
namespace {

constexpr ElementType kFloat = ElementType::kFloat;

std::unique_ptr<Model> Loaded(const OnnxBuilder& builder) {
  std::unique_ptr<Model> model;
  const Status status = LoadModel(builder.Bytes(), &model);
  EXPECT_TRUE(status.ok()) << status.message();
  return model;
}

// x.view(x.size(0), -1), as PyTorch exports it.
TEST(ModelOperators, AShapeThatIsComputedFromAShapeIsKnownAtLoad) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {2, 3, 4}).Output("y");
  builder.Integers("first", {}, {0}).Integers("axis", {1}, {0}).Integers("rest", {1}, {-1});
  builder.Node("Shape", "shape", {"x"}, {"dims"});
  builder.Node("Gather", "batch", {"dims", "first"}, {"size"}, {{"axis", int64_t{0}}});
  builder.Node("Unsqueeze", "list", {"size", "axis"}, {"sizes"});
  builder.Node("Concat", "shapes", {"sizes", "rest"}, {"flat"}, {{"axis", int64_t{0}}});
  builder.Node("Reshape", "view", {"x", "flat"}, {"y"});
  const auto model = Loaded(builder);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(ToString(model->outputs()[0].type), "float[2,12]");
  EXPECT_EQ(model->steps().size(), 5u);
  std::vector<float> x(24);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
  EXPECT_EQ(ModelRun(model.get()).Set(0, x).Run().Get<float>(0), x);
}

// Of a value that only a run tells, as well.
TEST(ModelOperators, TheShapeOfAnyValueIsKnownAtLoad) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {2, 6}).Output("y");
  builder.Integers("shape", {3}, {2, 3, 2}).Node("Relu", "relu", {"x"}, {"r"});
  builder.Node("Reshape", "cut", {"r", "shape"}, {"c"});
  builder.Node("Shape", "dims", {"c"}, {"d"}).Node("Reshape", "same", {"x", "d"}, {"y"});
  const auto model = Loaded(builder);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(ToString(model->outputs()[0].type), "float[2,3,2]");
}

TEST(ModelOperators, OperatorsOfTheLatestOpsetAreThere) {
  OnnxBuilder builder(kLastOpset, 9);
  builder.Input("x", kFloat, {1, 5}).Output("means").Output("last");
  builder.Integers("one", {1}, {1});
  builder.Node("Gelu", "gelu", {"x"}, {"g"}, {{"approximate", "tanh"}});
  builder.Node("ReduceMean", "mean", {"g", "one"}, {"means"}, {{"keepdims", int64_t{0}}});
  builder.Node("Split", "parts", {"x"}, {"first", "last"},
               {{"axis", int64_t{1}}, {"num_outputs", int64_t{2}}});
  const auto model = Loaded(builder);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(ToString(model->outputs()[1].type), "float[1,2]");
  const std::vector<float> x = {-2, -1, 0, 1, 2};
  ModelRun run(model.get());
  run.Set(0, x).Run();
  double sum = 0;
  for (const double v : x) {
    sum += 0.5 * v * (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)));
  }
  EXPECT_NEAR(run.Get<float>(0)[0], sum / 5, 1e-5);
  EXPECT_EQ(run.Get<float>(1), (std::vector<float>{1, 2}));
}

TEST(ModelOperators, AnUnknownAttributeIsNamedWithItsNode) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {2}).Output("y");
  builder.Node("LeakyRelu", "leak", {"x"}, {"y"}, {{"alhpa", 0.5f}});
  std::unique_ptr<Model> model;
  const Status status = LoadModel(builder.Bytes(), &model);
  EXPECT_NE(status.message().find("node 'leak' (LeakyRelu, byte "), std::string::npos);
  EXPECT_NE(status.message().find("attribute 'alhpa' is none of LeakyRelu at opset 13"),
            std::string::npos)
      << status.message();
}

// A kernel of one's own layout is a second copy of the weights; both are where the caller wants them.
TEST(ModelOperators, WeightsInAnotherLayoutAreCountedAndPlaced) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {1, 16, 8, 8}).Output("y");
  std::vector<float> weights(32 * 16 * 9);
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = 0.01f * static_cast<float>(i % 17);
  builder.Weight("w", {32, 16, 3, 3}, weights).Node("Conv", "conv", {"x", "w"}, {"y"});
  const auto model = Loaded(builder);
  ASSERT_NE(model, nullptr);
  EXPECT_GE(model->weight_bytes(), 2 * weights.size() * sizeof(float));
  const std::vector<float> x(16 * 64, 0.5f);
  const auto before = ModelRun(model.get()).Set(0, x).Run().Get<float>(0);
  const AlignedMemory memory(model->weight_bytes());
  model->PlaceWeights(memory.get());
  EXPECT_EQ(ModelRun(model.get()).Set(0, x).Run().Get<float>(0), before);
  std::memset(memory.get(), 0, model->weight_bytes());
  const auto none = ModelRun(model.get()).Set(0, x).Run().Get<float>(0);
  EXPECT_EQ(none, std::vector<float>(none.size(), 0));
}

}  // namespace
}  // namespace aclprof
