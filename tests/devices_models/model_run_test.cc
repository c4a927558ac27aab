// Small graphs compute what they say.
#include "tests/support/model_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "examples/models/onnx_builder.h"
#include "tests/devices_models/small_models.h"

namespace aclprof {
namespace {

constexpr ElementType kFloat = ElementType::kFloat;
constexpr ElementType kInt64 = ElementType::kInt64;
using Floats = std::vector<float>;
using Integers = std::vector<int64_t>;

std::unique_ptr<Model> Loaded(const OnnxBuilder& builder) {
  std::unique_ptr<Model> model;
  const Status status = LoadModel(builder.Bytes(), &model);
  EXPECT_TRUE(status.ok()) << status.message();
  return model;
}

TEST(ModelRun, SumAndRelu) {
  const auto model = Loaded(SumAndReluModel());
  ModelRun run(model.get());
  EXPECT_EQ(run.Set(0, Floats{1, 1, -5, 3}).Run().Get<float>(0), (Floats{2, 0, 0, 2}));
  EXPECT_EQ(run.Set(0, Floats{0, 0, 0, 9}).Run().Get<float>(0), (Floats{1, 0, 1, 8}));
}

TEST(ModelRun, PlacedWeightsAreUsedWhereTheyAre) {
  const auto model = Loaded(SumAndReluModel());
  AlignedMemory weights(model->weight_bytes());
  model->PlaceWeights(weights.get());
  reinterpret_cast<float*>(weights.get())[1] = 10;
  ModelRun run(model.get());
  EXPECT_EQ(run.Set(0, Floats{1, 1, 1, 1}).Run().Get<float>(0), (Floats{2, 11, 2, 0}));
}

TEST(ModelRun, WithoutWeightsThereIsNothingToPlace) {
  OnnxBuilder builder;
  const auto model =
      Loaded(builder.Input("x", kFloat, {1}).Output("y").Node("Relu", "r", {"x"}, {"y"}));
  EXPECT_EQ(model->weight_bytes(), 0u);
  EXPECT_EQ(model->workspace_bytes(), 0u);
  model->PlaceWeights(nullptr);
  ModelRun run(model.get());
  EXPECT_EQ(run.Set(0, Floats{3}).Run().Get<float>(0), Floats{3});
}

TEST(ModelRun, UnusedWeightsTakeNoMemory) {
  EXPECT_EQ(Loaded(SumAndReluModel().Weight("unused", {1000}, Floats(1000)))->weight_bytes(), 64u);
}

TEST(ModelRun, OutputOfTheGraphMayBeReadByNodes) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {2}).Output("a").Output("b");
  builder.Node("Relu", "r", {"x"}, {"a"}).Node("Add", "s", {"a", "a"}, {"b"});
  const auto model = Loaded(builder);
  ModelRun run(model.get());
  run.Set(0, Floats{-1, 4}).Run();
  EXPECT_EQ(run.Get<float>(0), (Floats{0, 4}));
  EXPECT_EQ(run.Get<float>(1), (Floats{0, 8}));
}

TEST(ModelRun, OutputsThatNobodyWantsHaveAPlace) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {6}).Output("y", kFloat, {2});
  builder.Node("Split", "s", {"x"}, {"", "unread", "y"});
  const auto model = Loaded(builder);
  EXPECT_EQ(model->steps()[0].outputs.size(), 2u);
  ModelRun run(model.get());
  EXPECT_EQ(run.Set(0, Floats{1, 2, 3, 4, 5, 6}).Run().Get<float>(0), (Floats{5, 6}));
}

TEST(ModelRun, TrailingOutputsThatNobodyWantsDoNotCount) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {4}).Output("y", kFloat, {2});
  builder.Node("Split", "s", {"x"}, {"y", "other", "", ""});
  const auto model = Loaded(builder);
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->steps()[0].outputs.size(), 2u);
}

TEST(ModelRun, ShapesAreComputedAtLoadAndInTheRun) {
  const auto model = Loaded(ShapeModel());
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->steps().size(), 5u);
  EXPECT_EQ(ToString(model->outputs()[0].type), "float[3,2]");
  ModelRun run(model.get());
  run.Set(0, Floats{1, 2, 3, 4, 5, 6}).Run();
  EXPECT_EQ(run.Get<float>(0), (Floats{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(run.Get<int64_t>(1), (Integers{3, 1}));
}

TEST(ModelRun, ShapeThatOnlyARunTellsIsRefused) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {4}).Input("shape", kInt64, {1}).Output("y");
  builder.Node("Reshape", "r", {"x", "shape"}, {"y"});
  std::unique_ptr<Model> model;
  EXPECT_EQ(LoadModel(builder.Bytes(), &model).code(), StatusCode::kInvalidArgument);
}

TEST(ModelRun, LargeValuesAreNotComputedAtLoad) {
  OnnxBuilder builder;
  const int64_t large = (1 << 20) / 8;
  builder.Input("x", kFloat, {large}).Output("y");
  builder.Integers("w", {large}, Integers(large, 1));
  builder.Node("Identity", "i", {"w"}, {"shape"}).Node("Reshape", "r", {"x", "shape"}, {"y"});
  std::unique_ptr<Model> model;
  const Status status = LoadModel(builder.Bytes(), &model);
  EXPECT_NE(status.message().find("not known at load"), std::string::npos) << status.message();
}

TEST(ModelRun, ConstantsOfEveryKindAreWeights) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {2}).Output("a").Output("b").Output("c").Output("d");
  builder.Node("Constant", "", {}, {"f"}, {{"value_float", 2.5f}})
      .Node("Identity", "", {"f"}, {"a"});
  builder.Node("Constant", "", {}, {"i"}, {{"value_int", int64_t{-3}}});
  builder.Node("Identity", "", {"i"}, {"b"}).Node("Identity", "", {"fs"}, {"c"});
  builder.Node("Constant", "", {}, {"fs"}, {{"value_floats", Floats{1, 2}}});
  builder.Node("Constant", "", {}, {"is"}, {{"value_ints", Integers{3, 4, 5}}});
  const auto model = Loaded(builder.Node("Identity", "", {"is"}, {"d"}));
  ASSERT_NE(model, nullptr);
  ModelRun run(model.get());
  run.Run();
  EXPECT_EQ(run.Get<float>(0), Floats{2.5f});
  EXPECT_EQ(run.Get<int64_t>(1), Integers{-3});
  EXPECT_EQ(run.Get<float>(2), (Floats{1, 2}));
  EXPECT_EQ(run.Get<int64_t>(3), (Integers{3, 4, 5}));
}

TEST(ModelRun, LongChainNeedsTheMemoryOfAFewOfItsValues) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {256}).Output("v100");
  for (int i = 0; i < 100; ++i) {
    const std::string from = i == 0 ? "x" : "v" + std::to_string(i);
    builder.Node("Relu", "", {from}, {"v" + std::to_string(i + 1)});
  }
  EXPECT_EQ(Loaded(builder)->workspace_bytes(), 2 * 1024u);
}

TEST(ModelRun, PartsMeetAgain) {
  const auto model = Loaded(PartsModel());
  ModelRun run(model.get());
  EXPECT_EQ(run.Set(0, Floats{1, 2, -3, 4}).Run().Get<float>(0), (Floats{11, 26}));
}

// A graph of random sums, and the same sums without any plan.
class RandomSums {
 public:
  explicit RandomSums(uint32_t seed) : random_(seed) {
    builder_.Input("v0", kInt64, {8});
    values_.push_back({1, 2, 3, 4, 5, 6, 7, 8});
    const size_t nodes = 5 + random_() % 60;
    for (size_t i = 0; i < nodes; ++i) AddSum();
    for (size_t i = 1; i < values_.size(); i += 1 + random_() % 9) AddOutput(i);
  }

  void Check() {
    const auto model = Loaded(builder_);
    ASSERT_NE(model, nullptr);
    EXPECT_LT(model->workspace_bytes(), model->steps().size() * 2 * 64);
    ModelRun run(model.get());
    run.Set(0, values_[0]).Run();
    for (size_t i = 0; i < outputs_.size(); ++i)
      ASSERT_EQ(run.Get<int64_t>(i), values_[outputs_[i]]) << "output " << i;
  }

 private:
  // Mostly of late values; of an early one now and then, which so lives long.
  size_t Pick() {
    const size_t count = values_.size();
    return random_() % 4 == 0 ? random_() % count
                              : count - 1 - random_() % std::min<size_t>(count, 4);
  }

  void AddSum() {
    const size_t a = Pick(), b = Pick();
    const std::string name = "v" + std::to_string(values_.size());
    builder_.Node("Add", "", {"v" + std::to_string(a), "v" + std::to_string(b)}, {name});
    Integers sum(8);
    for (size_t i = 0; i < sum.size(); ++i)
      sum[i] = static_cast<int64_t>(static_cast<uint64_t>(values_[a][i]) +
                                    static_cast<uint64_t>(values_[b][i]));
    values_.push_back(sum);
  }

  void AddOutput(size_t value) {
    builder_.Output("v" + std::to_string(value));
    outputs_.push_back(value);
  }

  std::mt19937 random_;
  OnnxBuilder builder_;
  std::vector<Integers> values_;
  std::vector<size_t> outputs_;
};

TEST(ModelRun, RandomGraphsComputeWhatUnplannedMemoryWould) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    ASSERT_NO_FATAL_FAILURE(RandomSums(seed).Check());
  }
}

// What a graph only passes on is copied by steps of our own.
TEST(ModelRun, OutputsMayBeInputsWeightsAndConstants) {
  using Tensor = OnnxBuilder::Attribute::Tensor;
  OnnxBuilder builder;
  builder.Input("x", ElementType::kFloat, {2}).Weight("w", {3}, {1, 2, 3});
  builder.Output("x", ElementType::kFloat, {2}).Output("w").Output("y").Output("c");
  builder.Node("Relu", "relu", {"x"}, {"y"});
  builder.Node("Constant", "k", {}, {"c"},
               {{"value", Tensor{OnnxBuilder::FloatTensor("", {1}, {7})}}});
  std::unique_ptr<Model> model;
  const Status loaded = LoadModel(builder.Bytes(), &model);
  ASSERT_TRUE(loaded.ok()) << loaded.message();
  ASSERT_EQ(model->steps().size(), 4u);
  EXPECT_EQ(model->steps()[1].name, "x_copy");
  EXPECT_EQ(model->steps()[1].op_type, "Identity");
  EXPECT_EQ(model->outputs()[0].name, "x");
  ModelRun run(model.get());
  run.Set(0, std::vector<float>{-1, 5}).Run();
  EXPECT_EQ(run.Get<float>(0), (std::vector<float>{-1, 5}));
  EXPECT_EQ(run.Get<float>(1), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(run.Get<float>(2), (std::vector<float>{0, 5}));
  EXPECT_EQ(run.Get<float>(3), std::vector<float>{7});
}

}  // namespace
}  // namespace aclprof
