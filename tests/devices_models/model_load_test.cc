// Graphs that can't run are refused, with the node and the reason; and what is known of those that can.
#include <gtest/gtest.h>

#include "examples/models/onnx_builder.h"
#include "tests/support/model_run.h"

namespace aclprof {
namespace {

constexpr ElementType kFloat = ElementType::kFloat;

void ExpectRefusal(const OnnxBuilder& builder, StatusCode code,
                   const std::vector<std::string>& parts) {
  std::unique_ptr<Model> model;
  const Status status = LoadModel(builder.Bytes(), &model);
  EXPECT_EQ(StatusCodeName(status.code()), std::string(StatusCodeName(code)));
  EXPECT_EQ(model, nullptr);
  for (const std::string& part : parts)
    EXPECT_NE(status.message().find(part), std::string::npos) << status.message();
}

std::unique_ptr<Model> Loaded(const OnnxBuilder& builder) {
  std::unique_ptr<Model> model;
  const Status status = LoadModel(builder.Bytes(), &model);
  EXPECT_TRUE(status.ok()) << status.message();
  return model;
}

OnnxBuilder FromXToY() {
  OnnxBuilder builder;
  builder.Name("small").Input("x", kFloat, {2, 2}).Output("y", kFloat, {2, 2});
  return builder;
}

std::vector<std::string> NamesOf(const Model& model) {
  std::vector<std::string> names;
  for (const ModelStep& step : model.steps()) names.push_back(step.name);
  return names;
}

TEST(ModelLoad, StepsHaveEverythingThatIsKnownAhead) {
  const auto model =
      Loaded(FromXToY().Weight("w", {2, 2}, {1, 2, 3, 4}).Node("Add", "sum", {"x", "w"}, {"y"}));
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->name(), "small");
  ASSERT_EQ(model->steps().size(), 1u);
  const ModelStep& step = model->steps()[0];
  EXPECT_EQ(step.op_type, "Add");
  EXPECT_EQ(step.task_type, "AI_VECTOR_CORE");
  ASSERT_EQ(step.inputs.size(), 2u);
  EXPECT_EQ(step.inputs[1].name, "w");
  EXPECT_EQ(ToString(step.inputs[1].type), "float[2,2]");
  EXPECT_EQ(step.outputs.at(0).name, "y");
}

TEST(ModelLoad, UnknownOperatorIsNamedWithItsNode) {
  ExpectRefusal(FromXToY().Node("Einsum", "e7", {"x"}, {"y"}), StatusCode::kUnsupported,
                {"node 'e7' (Einsum, byte ", "there is no operator 'Einsum'"});
}

TEST(ModelLoad, MissingWeightIsNamedWithItsNode) {
  ExpectRefusal(FromXToY().Node("Add", "sum", {"x", "w"}, {"y"}), StatusCode::kInvalidArgument,
                {"node 'sum' (Add, byte ", "'w'"});
}

TEST(ModelLoad, CycleIsNamed) {
  ExpectRefusal(FromXToY()
                    .Node("Relu", "before", {"x"}, {"p"})
                    .Node("Add", "one", {"p", "c"}, {"a"})
                    .Node("Relu", "two", {"a"}, {"b"})
                    .Node("Relu", "three", {"b"}, {"c"})
                    .Node("Relu", "after", {"c"}, {"y"}),
                StatusCode::kInvalidArgument, {"'one'", "'two'", "'three'"});
}

TEST(ModelLoad, NodeThatWaitsForItselfIsNamed) {
  ExpectRefusal(FromXToY().Node("Add", "self", {"x", "y"}, {"y"}), StatusCode::kInvalidArgument,
                {"node 'self' (Add, byte ", "waits for its own result"});
}

TEST(ModelLoad, OutputOfTwoNodesIsRefused) {
  ExpectRefusal(FromXToY().Node("Relu", "a", {"x"}, {"y"}).Node("Relu", "b", {"x"}, {"y"}),
                StatusCode::kInvalidArgument, {"node 'b'", "'y'"});
  ExpectRefusal(FromXToY().Node("Relu", "a", {"x"}, {"x"}), StatusCode::kInvalidArgument,
                {"node 'a'", "'x'"});
}

TEST(ModelLoad, OutputThatNoNodeMakesIsRefused) {
  ExpectRefusal(FromXToY().Node("Relu", "a", {"x"}, {"z"}), StatusCode::kInvalidArgument, {"'y'"});
}

TEST(ModelLoad, OutputThatIsAnInputMustHaveItsType) {
  OnnxBuilder passes;
  ExpectRefusal(passes.Input("x", kFloat, {1}).Output("x", kFloat, {2}),
                StatusCode::kInvalidArgument, {"node 'x_copy'", "'x' is float[1]", "float[2]"});
}

TEST(ModelLoad, NamesOfNodesAreMadeUnique) {
  const auto model = Loaded(FromXToY()
                                .Node("Relu", "r", {"x"}, {"a"})
                                .Node("Relu", "r", {"a"}, {"b"})
                                .Node("Relu", "r_1", {"b"}, {"c"})
                                .Node("Relu", "", {"c"}, {"d"})
                                .Node("Relu", "Relu_3", {"d"}, {"y"}));
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(NamesOf(*model), (std::vector<std::string>{"r", "r_1_2", "r_1", "Relu_3_2", "Relu_3"}));
}

TEST(ModelLoad, GraphWithoutOutputIsRefused) {
  OnnxBuilder builder;
  ExpectRefusal(builder.Input("x", kFloat, {1}).Node("Relu", "r", {"x"}, {"y"}),
                StatusCode::kInvalidArgument, {"no output"});
}

TEST(ModelLoad, NodeWithoutOutputIsRefused) {
  ExpectRefusal(FromXToY().Node("Relu", "r", {"x"}, {}), StatusCode::kInvalidArgument,
                {"node 'r'", "no output"});
}

TEST(ModelLoad, TwoInputsOrOutputsOfOneNameAreRefused) {
  ExpectRefusal(FromXToY().Input("x", kFloat, {1}), StatusCode::kInvalidArgument, {"'x'"});
  ExpectRefusal(FromXToY().Output("y").Node("Relu", "r", {"x"}, {"y"}),
                StatusCode::kInvalidArgument, {"'y'"});
}

TEST(ModelLoad, WhatAnOperatorRefusesHasTheNode) {
  ExpectRefusal(FromXToY().Weight("w", {3}, {1, 2, 3}).Node("Add", "sum", {"x", "w"}, {"y"}),
                StatusCode::kInvalidArgument,
                {"node 'sum' (Add, byte ", "it can't add float[3] to float[2,2]"});
}

TEST(ModelLoad, ContradictionBetweenFileAndOperatorNamesBothTypes) {
  OnnxBuilder builder;
  ExpectRefusal(builder.Input("x", kFloat, {2, 2})
                    .Output("y", kFloat, {2, 3})
                    .Node("Relu", "r", {"x"}, {"y"}),
                StatusCode::kInvalidArgument, {"node 'r'", "'y' is float[2,2]", "float[2,3]"});
  ExpectRefusal(FromXToY()
                    .Value("m", ElementType::kInt64, {OnnxBuilder::kOpen, 2})
                    .Node("Relu", "r", {"x"}, {"m"})
                    .Node("Relu", "s", {"m"}, {"y"}),
                StatusCode::kInvalidArgument, {"node 'r'", "'m' is float[2,2]", "int64[?,2]"});
}

TEST(ModelLoad, OpenDimensionsContradictNothing) {
  OnnxBuilder builder;
  const auto model = Loaded(builder.Input("x", kFloat, {OnnxBuilder::kOpen, 5})
                                .Output("y", kFloat, {OnnxBuilder::kOpen, OnnxBuilder::kOpen})
                                .Node("Relu", "r", {"x"}, {"y"}));
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(ToString(model->outputs()[0].type), "float[1,5]");
}

TEST(ModelLoad, InputWithoutTypeIsRefused) {
  OnnxBuilder builder;
  std::string untyped;
  protozero::pbf_writer(untyped).add_string(1, "x");
  ExpectRefusal(builder.GraphField(11, untyped).Output("y").Node("Relu", "r", {"x"}, {"y"}),
                StatusCode::kInvalidArgument, {"'x'"});
}

TEST(ModelLoad, NodesInAnyOrderRunInOneThatWorks) {
  const auto model = Loaded(FromXToY()
                                .Node("Add", "last", {"a", "b"}, {"y"})
                                .Node("Relu", "second", {"a"}, {"b"})
                                .Node("Relu", "first", {"x"}, {"a"}));
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(NamesOf(*model), (std::vector<std::string>{"first", "second", "last"}));
}

TEST(ModelLoad, OrderOfTheFileIsKeptWhereItWorks) {
  const auto model = Loaded(FromXToY()
                                .Node("Relu", "p1", {"x"}, {"p"})
                                .Node("Relu", "q1", {"x"}, {"q"})
                                .Node("Relu", "p2", {"p"}, {"r"})
                                .Node("Relu", "q2", {"q"}, {"s"})
                                .Node("Add", "end", {"r", "s"}, {"y"}));
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(NamesOf(*model), (std::vector<std::string>{"p1", "q1", "p2", "q2", "end"}));
}

TEST(ModelLoad, ConstantIsAWeightAndNoStep) {
  using Tensor = OnnxBuilder::Attribute::Tensor;
  const Tensor value{OnnxBuilder::FloatTensor("", {2, 2}, {1, 2, 3, 4})};
  const auto model = Loaded(FromXToY()
                                .Node("Constant", "", {}, {"c"}, {{"value", value}})
                                .Node("Add", "", {"x", "c"}, {"y"}));
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(NamesOf(*model), std::vector<std::string>{"Add_1"});
  EXPECT_EQ(model->weight_bytes(), 64u);
}

TEST(ModelLoad, ConstantWithoutOneValueIsRefused) {
  ExpectRefusal(FromXToY().Node("Constant", "k", {}, {"c"}), StatusCode::kInvalidArgument,
                {"node 'k' (Constant, byte "});
  ExpectRefusal(FromXToY().Node("Constant", "k", {}, {"c"}, {{"value_string", "s"}}),
                StatusCode::kUnsupported, {"node 'k'", "'value_string'"});
  ExpectRefusal(
      FromXToY().Node("Constant", "k", {}, {"c"}, {{"value_ints", std::vector<int64_t>{}}}),
      StatusCode::kUnsupported, {"node 'k'", "without elements"});
  ExpectRefusal(
      FromXToY().Weight("c", {1}, {1}).Node("Constant", "k", {}, {"c"}, {{"value_float", 1.0f}}),
      StatusCode::kInvalidArgument, {"node 'k'", "'c'"});
}

TEST(ModelLoad, HugeWorkspaceIsRefusedWithoutBeingAllocated) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {1 << 28}).Output("y");
  builder.Node("Split", "many", {"x"}, {"a", "b"});
  for (int i = 0; i < 20; ++i) builder.Node("Add", "", {"x", "x"}, {"w" + std::to_string(i)});
  builder.Node("Relu", "r", {"x"}, {"y"});
  for (int i = 0; i < 20; ++i)
    builder.Node("Relu", "", {"w" + std::to_string(i)}, {"v" + std::to_string(i)});
  ExpectRefusal(builder, StatusCode::kResourceExhausted, {"of workspace"});
}

TEST(ModelLoad, LongNamesAreCutInMessages) {
  std::unique_ptr<Model> model;
  const std::string name(100000, 'n');
  const Status status =
      LoadModel(FromXToY().Node("Relu", name, {name + "m"}, {"y"}).Bytes(), &model);
  EXPECT_LT(status.message().size(), 400u);
}

}  // namespace
}  // namespace aclprof
