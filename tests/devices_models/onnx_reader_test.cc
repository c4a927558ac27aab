// What ONNX files say, and where they stop to say anything.
#include <gtest/gtest.h>

#include "base/byte_order.h"
#include "devices/models/onnx_graph.h"
#include "examples/models/onnx_builder.h"
#include "tests/support/model_run.h"

namespace aclprof {
namespace {

constexpr ElementType kFloat = ElementType::kFloat;

Status Parse(const std::string& bytes, OnnxGraph* graph) {
  return ParseOnnx(BytesIn(bytes), graph);
}

// What the sentence of a refusal has to have; an accepted file fails.
void ExpectRefusal(const std::string& bytes, StatusCode code, const std::string& part) {
  OnnxGraph graph;
  const Status status = Parse(bytes, &graph);
  EXPECT_EQ(StatusCodeName(status.code()), std::string(StatusCodeName(code)));
  EXPECT_NE(status.message().find(part), std::string::npos) << status.message();
  EXPECT_EQ(status.message().rfind("byte ", 0), 0u) << status.message();
}

OnnxGraph Parsed(const OnnxBuilder& builder) {
  OnnxGraph graph;
  const Status status = Parse(builder.Bytes(), &graph);
  EXPECT_TRUE(status.ok()) << status.message();
  return graph;
}

OnnxBuilder Smallest() {
  OnnxBuilder builder;
  builder.Node("Relu", "r", {"x"}, {"y"}).Input("x", kFloat, {2}).Output("y", kFloat, {2});
  return builder;
}

std::string WithNode(const std::string& node) { return OnnxBuilder().GraphField(1, node).Bytes(); }

std::string WithAttribute(const std::string& attribute) {
  std::string node = OnnxBuilder::NodeBytes("Conv", "c1", {"x"}, {"y"}, {});
  protozero::pbf_writer(node).add_bytes(5, attribute);
  return WithNode(node);
}

std::string WithTensor(const std::string& tensor) {
  return OnnxBuilder().GraphField(5, tensor).Bytes();
}

TEST(OnnxReader, NodesKeepTheirOrderNamesAndPlaces) {
  OnnxBuilder builder = Smallest();
  builder.Node("Clip", "", {"y", "", "max"}, {"z"});
  const OnnxGraph graph = Parsed(builder);
  ASSERT_EQ(graph.nodes.size(), 2u);
  EXPECT_EQ(graph.nodes[0].name, "r");
  EXPECT_EQ(graph.nodes[1].op_type, "Clip");
  EXPECT_EQ(graph.nodes[1].inputs, (std::vector<std::string>{"y", "", "max"}));
  const std::string bytes = builder.Bytes();
  EXPECT_EQ(bytes.substr(graph.nodes[1].offset_bytes, 3), "\x0a\x01y");
}

TEST(OnnxReader, EveryKindOfAttributeIsRead) {
  const std::string tensor = OnnxBuilder::IntTensor("", {2}, {5, -5});
  const OnnxGraph graph = Parsed(OnnxBuilder().Node("Conv", "c", {}, {},
                                                    {{"f", 0.5f},
                                                     {"i", int64_t{-7}},
                                                     {"s", "SAME_UPPER"},
                                                     {"t", OnnxBuilder::Attribute::Tensor{tensor}},
                                                     {"fs", std::vector<float>{1, 2}},
                                                     {"is", std::vector<int64_t>{3, -4, 5}}}));
  const auto& attributes = graph.nodes.at(0).attributes;
  EXPECT_EQ(attributes.at("f").f, 0.5f);
  EXPECT_EQ(attributes.at("i").i, -7);
  EXPECT_EQ(attributes.at("s").s, "SAME_UPPER");
  EXPECT_EQ(ToString(attributes.at("t").t.type), "int64[2]");
  EXPECT_EQ(Load<int64_t>(&attributes.at("t").t.data[8]), -5);
  EXPECT_EQ(attributes.at("fs").floats, (std::vector<float>{1, 2}));
  EXPECT_EQ(attributes.at("is").ints, (std::vector<int64_t>{3, -4, 5}));
  EXPECT_EQ(attributes.at("is").kind, AttributeKind::kInts);
}

TEST(OnnxReader, PackedListsReadAsUnpackedOnes) {
  std::string attribute;
  protozero::pbf_writer writer(attribute);
  writer.add_string(1, "pads");
  const int64_t pads[] = {1, -2, 300};
  writer.add_packed_int64(8, std::begin(pads), std::end(pads));
  OnnxGraph graph;
  ASSERT_TRUE(Parse(WithAttribute(attribute), &graph).ok());
  EXPECT_EQ(graph.nodes[0].attributes.at("pads").ints, (std::vector<int64_t>{1, -2, 300}));
}

TEST(OnnxReader, EmptyListHasTheKindThatItSays) {
  const OnnxGraph graph =
      Parsed(OnnxBuilder().Node("Squeeze", "s", {}, {}, {{"axes", std::vector<int64_t>{}}}));
  EXPECT_EQ(graph.nodes[0].attributes.at("axes").kind, AttributeKind::kInts);
}

// The typed fields of TensorProto: which one it is depends on the element type.
std::string TypedTensor(ElementType element, uint32_t field, const std::vector<int64_t>& values) {
  std::string tensor;
  protozero::pbf_writer writer(tensor);
  writer.add_packed_int64(field, values.begin(), values.end());
  writer.add_string(8, "w");
  writer.add_int32(2, static_cast<int32_t>(element));
  writer.add_int64(1, static_cast<int64_t>(values.size()));
  return tensor;
}

TEST(OnnxReader, TypedDataOfEveryIntegerTypeIsRead) {
  const struct {
    ElementType element;
    uint32_t field;
  } cases[] = {{ElementType::kInt8, 5},   {ElementType::kUint8, 5},   {ElementType::kInt16, 5},
               {ElementType::kInt32, 5},  {ElementType::kUint16, 5},  {ElementType::kBool, 5},
               {ElementType::kInt64, 7},  {ElementType::kUint32, 11}, {ElementType::kUint64, 11},
               {ElementType::kFloat16, 5}};
  for (const auto& [element, field] : cases) {
    OnnxGraph graph;
    const Status status = Parse(WithTensor(TypedTensor(element, field, {1, 0, 1})), &graph);
    ASSERT_TRUE(status.ok()) << NameOf(element) << ": " << status.message();
    const OnnxTensor& tensor = graph.initializers.at("w");
    ASSERT_EQ(tensor.data.size(), 3 * BytesOf(element));
    EXPECT_EQ(tensor.data[0], 1);
    EXPECT_EQ(tensor.data[BytesOf(element)], 0);
    EXPECT_EQ(tensor.data[2 * BytesOf(element)], 1);
  }
}

TEST(OnnxReader, TypedFloatsAndDoublesAreRead) {
  std::string tensor;
  protozero::pbf_writer writer(tensor);
  writer.add_int32(2, static_cast<int32_t>(ElementType::kDouble));
  writer.add_string(8, "d");
  writer.add_int64(1, 2);
  const double doubles[] = {0.25, -8};
  writer.add_packed_double(10, std::begin(doubles), std::end(doubles));
  std::string single;
  protozero::pbf_writer other(single);
  other.add_int32(2, static_cast<int32_t>(kFloat));
  other.add_string(8, "f");
  other.add_float(4, 3.5f);
  OnnxBuilder builder;
  const OnnxGraph graph = Parsed(builder.GraphField(5, tensor).GraphField(5, single));
  EXPECT_EQ(Load<double>(&graph.initializers.at("d").data[8]), -8);
  EXPECT_EQ(graph.initializers.at("f").type.dims, Dims());
  EXPECT_EQ(Load<float>(graph.initializers.at("f").data.data()), 3.5f);
}

TEST(OnnxReader, NumberBeyondItsTypeIsRefused) {
  ExpectRefusal(WithTensor(TypedTensor(ElementType::kUint8, 5, {256})), StatusCode::kDataLoss,
                "256");
}

TEST(OnnxReader, OpenDimensionsBecomeOneAndAreRemembered) {
  OnnxBuilder builder;
  builder.Input("x", kFloat, {3, OnnxBuilder::kOpen}).Output("y");
  const OnnxGraph graph = Parsed(builder);
  EXPECT_EQ(ToString(graph.inputs.at(0).type), "float[3,1]");
  ASSERT_EQ(graph.inputs[0].open_dims.size(), 1u);
  EXPECT_EQ(graph.inputs[0].open_dims[0].symbol, "N");
  EXPECT_FALSE(graph.inputs[0].IsOpen(0));
  EXPECT_TRUE(graph.inputs[0].IsOpen(1));
  EXPECT_TRUE(graph.inputs[0].type_known);
  EXPECT_FALSE(graph.outputs.at(0).type_known);
}

// Which is no way to leave a dimension open, though writers have taken it for one.
TEST(OnnxReader, DimensionsBelowOneAreRefusedByName) {
  for (const auto& add : {&OnnxBuilder::Input, &OnnxBuilder::Value}) {
    OnnxBuilder none, negative;
    (none.*add)("x", kFloat, {3, 0});
    (negative.*add)("x", kFloat, {-1, 3});
    ExpectRefusal(none.Bytes(), StatusCode::kUnsupported, "value 'x': dimension 1 is 0");
    ExpectRefusal(negative.Bytes(), StatusCode::kInvalidArgument, "value 'x': dimension 0 is -1");
  }
}

// The byte where the broken thing begins in the file.
void ExpectRefusalAt(const std::string& bytes, const std::string& thing) {
  const size_t at = bytes.find(thing);
  ASSERT_NE(at, std::string::npos);
  OnnxGraph graph;
  const Status status = Parse(bytes, &graph);
  EXPECT_EQ(status.message().rfind("byte " + std::to_string(at) + ": ", 0), 0u)
      << status.message() << ", not at " << at;
}

TEST(OnnxReader, WhatIsWrongAsAWholeHasTheByteOfItsBeginning) {
  const std::string tensor = OnnxBuilder::FloatTensor("w", {2, 2}, {1, 2, 3});
  ExpectRefusalAt(WithTensor(tensor), tensor);
  std::string value;
  protozero::pbf_writer(value).add_string(10, "what nobody reads");
  ExpectRefusalAt(OnnxBuilder().GraphField(11, value).Bytes(), value);
  std::string node;
  protozero::pbf_writer(node).add_string(3, "without a type");
  ExpectRefusalAt(WithNode(node), node);
  std::string attribute;
  protozero::pbf_writer(attribute).add_string(1, "without a value");
  ExpectRefusalAt(WithAttribute(attribute), attribute);
  std::string opset;
  protozero::pbf_writer(opset).add_int64(2, 99);
  ExpectRefusalAt(Smallest().ModelField(8, opset).Bytes(), opset);
  std::string dim;
  protozero::pbf_writer(dim).add_int64(1, -77);
  ExpectRefusalAt(Smallest().Input("x2", kFloat, {2, -77}).Bytes(), dim);
}

TEST(OnnxReader, NamesInMessagesAreForPeopleToRead) {
  const std::string name = "a\x1b[31m\nb\xff\xc3\xa9\xc2\x9b";
  ExpectRefusal(WithTensor(OnnxBuilder::FloatTensor(name, {2}, {1})), StatusCode::kDataLoss,
                "tensor 'a\\x1b[31m\\x0ab\\xff\xc3\xa9\\xc2\\x9b': ");
}

TEST(OnnxReader, InitializerIsNoInput) {
  OnnxBuilder builder = Smallest();
  builder.Input("w", kFloat, {1}).Weight("w", {1}, {4});
  EXPECT_EQ(Parsed(builder).inputs.size(), 1u);
}

TEST(OnnxReader, WhatIsNotTakenIsNamedWithItsNode) {
  const std::string conv = "node 'c1' (Conv, byte ";
  for (uint32_t field : {6, 11, 22, 23}) {
    std::string attribute = OnnxBuilder::AttributeBytes({"body", int64_t{1}});
    protozero::pbf_writer(attribute).add_bytes(field, "");
    ExpectRefusal(WithAttribute(attribute), StatusCode::kUnsupported, conv);
    ExpectRefusal(WithAttribute(attribute), StatusCode::kUnsupported, "attribute 'body'");
  }
  std::string strings;
  protozero::pbf_writer writer(strings);
  writer.add_string(1, "names");
  writer.add_int32(20, 8);
  ExpectRefusal(WithAttribute(strings), StatusCode::kUnsupported, conv);
}

TEST(OnnxReader, ForeignDomainIsRefusedByName) {
  std::string node = OnnxBuilder::NodeBytes("Gelu", "g1", {"x"}, {"y"}, {});
  protozero::pbf_writer(node).add_string(7, "com.example");
  ExpectRefusal(WithNode(node), StatusCode::kUnsupported, "'com.example'");
  ExpectRefusal(WithNode(node), StatusCode::kUnsupported, "node 'g1' (Gelu");
}

TEST(OnnxReader, ExternalSparseAndStringDataIsRefused) {
  std::string external = OnnxBuilder::FloatTensor("w", {1}, {1});
  protozero::pbf_writer(external).add_int32(14, 1);
  ExpectRefusal(WithTensor(external), StatusCode::kUnsupported, "tensor 'w'");
  ExpectRefusal(WithTensor(OnnxBuilder::TensorBytes("s", static_cast<ElementType>(8), {1}, "a")),
                StatusCode::kUnsupported, "data type 8");
  ExpectRefusal(OnnxBuilder().GraphField(15, "").Bytes(), StatusCode::kUnsupported, "sparse");
  ExpectRefusal(Smallest().ModelField(25, "").Bytes(), StatusCode::kUnsupported, "functions");
}

TEST(OnnxReader, TensorWithTooFewOrTooManyBytesIsRefused) {
  for (size_t floats : {3, 5}) {
    ExpectRefusal(WithTensor(OnnxBuilder::FloatTensor("w", {2, 2}, std::vector<float>(floats))),
                  StatusCode::kDataLoss, "tensor 'w': float[2,2] needs 16 bytes and has");
  }
}

TEST(OnnxReader, DimensionsThatCannotBeAreRefused) {
  constexpr int64_t kHuge = int64_t{1} << 62;
  const struct {
    Dims dims;
    StatusCode code;
  } cases[] = {{{-1}, StatusCode::kInvalidArgument},
               {{0}, StatusCode::kUnsupported},
               {{kHuge}, StatusCode::kResourceExhausted},
               {{kHuge, kHuge, kHuge}, StatusCode::kResourceExhausted},
               {{int64_t{1} << 32, int64_t{1} << 32}, StatusCode::kResourceExhausted},
               {Dims(13, 1), StatusCode::kUnsupported},
               {Dims(100000, 1), StatusCode::kUnsupported}};
  for (const auto& [dims, code] : cases)
    ExpectRefusal(WithTensor(OnnxBuilder::FloatTensor("w", dims, {1})), code, "tensor 'w': ");
  ExpectRefusal(Smallest().Input("x2", kFloat, {kHuge, 4}).Bytes(), StatusCode::kResourceExhausted,
                "value 'x2': ");
}

TEST(OnnxReader, VersionsThatAreNotKnownAreRefused) {
  ExpectRefusal(OnnxBuilder(kLastOpset + 1).Bytes(), StatusCode::kUnsupported, "opset 21");
  ExpectRefusal(OnnxBuilder(6).Bytes(), StatusCode::kUnsupported, "opset 6");
  ExpectRefusal(OnnxBuilder(13, 2).Bytes(), StatusCode::kUnsupported, "IR version 2");
}

TEST(OnnxReader, TextIsNoModel) {
  ExpectRefusal("", StatusCode::kDataLoss, "byte 0: ");
  ExpectRefusal("MZ\x90 not a model at all", StatusCode::kDataLoss, "byte 5: ");
}

TEST(OnnxReader, LengthPastTheEndHasItsByte) {
  std::string bytes = "\x08\x08\x3a\x7f";
  ExpectRefusal(bytes, StatusCode::kDataLoss, "byte 2: a field reaches past the end");
}

TEST(OnnxReader, FieldOfTheWrongWireTypeIsRefused) {
  std::string node = OnnxBuilder::NodeBytes("Relu", "r", {"x"}, {"y"}, {});
  protozero::pbf_writer(node).add_int32(1, 5);
  ExpectRefusal(WithNode(node), StatusCode::kDataLoss, "wire type 0 instead of 2");
}

TEST(OnnxReader, NumberWithoutAnEndIsRefused) {
  ExpectRefusal("\x08" + std::string(20, '\xff'), StatusCode::kDataLoss, "byte 0: a number");
}

TEST(OnnxReader, TwoOfOneNameAreRefused) {
  const std::string w = OnnxBuilder::FloatTensor("w", {1}, {1});
  ExpectRefusal(OnnxBuilder().GraphField(5, w).GraphField(5, w).Bytes(), StatusCode::kDataLoss,
                "two initializers are named 'w'");
  const OnnxBuilder::Attribute axis{"axis", int64_t{1}};
  ExpectRefusal(OnnxBuilder().Node("Concat", "c", {}, {}, {axis, axis}).Bytes(),
                StatusCode::kDataLoss, "two attributes 'axis'");
}

TEST(OnnxReader, AttributeSaysWhatItHolds) {
  std::string none, wrong = OnnxBuilder::AttributeBytes({"a", 1.5f});
  protozero::pbf_writer(none).add_string(1, "a");
  ExpectRefusal(WithAttribute(none), StatusCode::kDataLoss, "attribute 'a': it has no value");
  protozero::pbf_writer(wrong).add_int32(20, 2);
  ExpectRefusal(WithAttribute(wrong), StatusCode::kDataLoss, "attribute 'a': its value is not");
}

}  // namespace
}  // namespace aclprof
