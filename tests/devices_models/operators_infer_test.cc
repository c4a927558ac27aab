#include <limits>

#include "tests/devices_models/operator_runner.h"

namespace aclprof {
namespace {

constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
constexpr StatusCode kWrong = StatusCode::kInvalidArgument;
constexpr StatusCode kRefused = StatusCode::kUnsupported;

Tensor Of(Dims dims, ElementType element = ElementType::kFloat) {
  Tensor tensor{{element, std::move(dims)}, {}};
  tensor.bytes.resize(tensor.type.Bytes());
  return tensor;
}

// A tensor that is only spoken of.
Tensor Claimed(Dims dims, ElementType element = ElementType::kFloat) {
  return {{element, std::move(dims)}, Bytes(64)};
}

OperatorRunner Node(const char* type, std::vector<Tensor> inputs, int64_t opset = 17) {
  OperatorRunner node(type, opset);
  for (Tensor& input : inputs) node.In(std::move(input));
  return node;
}

struct Case {
  OperatorRunner node;
  StatusCode code;
  const char* says;
};

void ExpectFaults(std::vector<Case> cases) {
  for (Case& c : cases) {
    std::vector<TensorType> types;
    const Status status = c.node.Infer(&types);
    EXPECT_EQ(StatusCodeName(status.code()), std::string(StatusCodeName(c.code))) << c.says;
    EXPECT_NE(status.message().find(c.says), std::string::npos) << status.ToString();
    EXPECT_TRUE(types.empty()) << c.says;
  }
}

OperatorRunner Conv() { return Node("Conv", {Of({1, 4, 5, 5}), Of({2, 4, 3, 3})}); }
OperatorRunner Turned() { return Node("ConvTranspose", {Of({1, 4, 5, 5}), Of({4, 2, 3, 3})}); }
OperatorRunner Pool() { return Node("MaxPool", {Of({1, 4, 5, 5})}).List("kernel_shape", {2, 2}); }

TEST(OperatorTable, KnowsItsOperatorsByName) {
  for (const char* type : {"Conv",
                           "ConvTranspose",
                           "Gemm",
                           "MatMul",
                           "BatchNormalization",
                           "LayerNormalization",
                           "Relu",
                           "LeakyRelu",
                           "Gelu",
                           "Erf",
                           "Sqrt",
                           "Pow",
                           "Clip",
                           "Sigmoid",
                           "Tanh",
                           "Add",
                           "Sub",
                           "Mul",
                           "Div",
                           "Max",
                           "MaxPool",
                           "AveragePool",
                           "GlobalAveragePool",
                           "ReduceMean",
                           "Concat",
                           "Split",
                           "Slice",
                           "Gather",
                           "Reshape",
                           "Flatten",
                           "Transpose",
                           "Squeeze",
                           "Unsqueeze",
                           "Softmax",
                           "Constant",
                           "Identity",
                           "Shape",
                           "Cast"}) {
    const Operator* found = FindOperator(type);
    ASSERT_NE(found, nullptr) << type;
    EXPECT_EQ(found->type, type);
  }
  for (const char* type : {"", "conv", "Con", "Conv2", "LSTM"}) {
    EXPECT_EQ(FindOperator(type), nullptr) << type;
  }
}

TEST(OperatorInfer, CountsInputsAndOutputs) {
  ExpectFaults({
      {Node("Conv", {Of({1, 4, 5, 5})}), kWrong, "input 1 is missing"},
      {OperatorRunner("Relu").Absent(), kWrong, "input 0 is missing"},
      {Node("Relu", {Of({1}), Of({1})}), kWrong, "takes at most 1 inputs and has 2"},
      {Node("Max", {}), kWrong, "input 0 is missing"},
      {Node("Concat", {Of({1})}).Int("axis", 0).Absent(), kWrong, "input 1 is missing"},
      {Node("Relu", {Of({1})}).Outputs(0), kWrong, "has no output"},
      {Pool().Outputs(2), kRefused, "output 1 is not computed here"},
      {Node("Constant", {Of({1})}).Int("value_int", 1), kWrong, "takes at most 0 inputs"},
      {Node("Clip", {Of({1}), Of({}), Of({})}, 10), kWrong, "takes at most 1 inputs"},
      {Node("Reshape", {Of({1})}), kWrong, "input 1 is missing"},
  });
}

TEST(OperatorInfer, LooksAtElements) {
  const Tensor doubles = Of({2, 2}, ElementType::kDouble), wide = Of({2, 2}, ElementType::kInt64);
  const Tensor floats = Of({2, 2});
  ExpectFaults({
      {Node("Relu", {doubles}), kRefused, "input 0 is double; taken: float"},
      {Node("MatMul", {floats, wide}), kRefused, "input 1 is int64; taken: float"},
      {Node("Add", {doubles, doubles}), kRefused, "taken: float, int64, int32"},
      {Node("Add", {floats, wide}), kWrong, "input 1 is int64, input 0 is float"},
      {Node("Concat", {floats, wide}).Int("axis", 0), kWrong, "input 1 is int64"},
      {Node("Pow", {wide, floats}), kRefused, "input 0 is int64; taken: float"},
      {Node("Gather", {floats, floats}), kRefused, "input 1 is float; taken: int64, int32"},
      {Node("Softmax", {wide}), kRefused, "input 0 is int64"},
      {Node("Cast", {floats}).Int("to", 11), kRefused, "casts float to type 11"},
      {Node("Cast", {floats}).Int("to", -kHuge), kRefused, "casts float to type -"},
      {Node("Cast", {doubles}).Int("to", 1), kRefused, "casts double to type 1"},
      {Node("Cast", {floats}), kWrong, "doesn't say to what it casts"},
      {Node("Relu", {Claimed({2}, ElementType::kUndefined)}), kRefused, "input 0: "},
  });
}

TEST(OperatorInfer, LooksAtTheKindOfAttributes) {
  ExpectFaults({
      {Node("Softmax", {Of({2})}).Float("axis", 1), kWrong,
       "attribute 'axis' is a float, not an integer"},
      {Conv().Int("strides", 2), kWrong,
       "attribute 'strides' is an integer, not a list of integers"},
      {Conv().Int("auto_pad", 2), kWrong, "attribute 'auto_pad' is an integer, not a string"},
      {Node("LeakyRelu", {Of({2})}).Int("alpha", 1), kWrong, "not a float"},
      {Node("Gelu", {Of({2})}).Int("approximate", 1), kWrong, "not a string"},
      {Node("Gelu", {Of({2})}).Text("approximate", "sine"), kWrong, "approximate is 'sine'"},
      {Node("Clip", {Of({2})}, 7).Int("min", 1), kWrong, "attribute 'min' is an integer"},
      {OperatorRunner("Constant").Int("value", 1), kRefused, "its value 'value' is not taken"},
      {OperatorRunner("Constant").Text("value_string", "a"), kRefused, "'value_string' is not"},
      {OperatorRunner("Constant").List("value_ints", {}), kRefused, "dimension 0 is 0"},
      {Node("LayerNormalization", {Of({2}), Of({2})}).Int("epsilon", 1), kWrong, "epsilon"},
      {Node("BatchNormalization", {Of({1, 2}), Of({2}), Of({2}), Of({2}), Of({2})}, 9)
           .Int("epsilon", 1),
       kWrong, "epsilon"},
  });
}

// Misspelt, or of another opset: what they mean would not be done.
TEST(OperatorInfer, RefusesAttributesThatTheOperatorDoesNotHave) {
  const Tensor x = Of({1, 4, 5, 5});
  const Tensor channels = Of({4});
  const auto batch = [&](int64_t opset) {
    return Node("BatchNormalization", {x, channels, channels, channels, channels}, opset);
  };
  ExpectFaults({
      {Conv().List("dilation", {2, 2}), kWrong, "attribute 'dilation' is none of Conv at opset 17"},
      {Turned().List("output_pads", {1, 1}), kWrong, "'output_pads' is none of ConvTranspose"},
      {Node("LeakyRelu", {x}).Float("alhpa", 0.5f), kWrong, "'alhpa' is none of LeakyRelu"},
      {Node("Relu", {x}).Float("alpha", 0.5f), kWrong, "'alpha' is none of Relu"},
      {Node("Clip", {x}, 11).Float("min", 0), kWrong, "'min' is none of Clip at opset 11"},
      {Node("Clip", {x}, 20).Float("max", 6), kWrong, "'max' is none of Clip at opset 20"},
      {Node("Split", {x}).Int("axis", 1).List("split", {1, 3}).Outputs(2), kWrong,
       "'split' is none of Split at opset 17"},
      {Node("Split", {x}).Int("axis", 1).Int("num_outputs", 2).Outputs(2), kWrong,
       "'num_outputs' is none of Split at opset 17"},
      {Node("ReduceMean", {x}, 18).List("axes", {1}), kWrong, "'axes' is none of ReduceMean"},
      {Node("ReduceMean", {x}).Int("noop_with_empty_axes", 1), kWrong, "none of ReduceMean"},
      {Node("Squeeze", {Of({1, 2})}, 13).List("axes", {0}), kWrong, "'axes' is none of Squeeze"},
      {Node("Slice", {x, List({0}), List({1})}).List("axes", {0}), kRefused, "starts is not"},
      {Pool().Int("ceil_mod", 1), kWrong, "'ceil_mod' is none of MaxPool"},
      {Node("MaxPool", {x}, 9).List("kernel_shape", {2, 2}).Int("ceil_mode", 1), kWrong,
       "'ceil_mode' is none of MaxPool at opset 9"},
      {Node("MaxPool", {x}, 9).List("kernel_shape", {2, 2}).List("dilations", {2, 2}), kWrong,
       "'dilations' is none of MaxPool at opset 9"},
      {Node("AveragePool", {x}, 18).List("kernel_shape", {2, 2}).List("dilations", {2, 2}), kWrong,
       "'dilations' is none of AveragePool at opset 18"},
      {Node("GlobalAveragePool", {x}).List("kernel_shape", {2, 2}), kWrong, "'kernel_shape' is"},
      {batch(9).Int("spatial", 1), kWrong, "'spatial' is none of BatchNormalization at opset 9"},
      {batch(13).Int("training_mode", 0), kWrong, "'training_mode' is none of"},
      {Node("Reshape", {x}, 13).Constant(List({100})).Int("allowzero", 0), kWrong,
       "'allowzero' is none of Reshape at opset 13"},
      {Node("Shape", {x}, 14).Int("start", 1), kWrong, "'start' is none of Shape at opset 14"},
      {Node("Cast", {x}, 18).Int("to", 6).Int("saturate", 1), kWrong, "'saturate' is none of Cast"},
      {Node("Softmax", {x}).Int("axes", 1), kWrong, "'axes' is none of Softmax"},
      {Node("Transpose", {x}).List("perms", {0, 1, 2, 3}), kWrong, "'perms' is none of"},
      {Node("Add", {x, x}).Int("axis", 1), kWrong, "'axis' is none of Add"},
      {Node("Gemm", {Of({2, 2}), Of({2, 2})}).Int("trans_a", 1), kWrong, "'trans_a' is none of"},
  });
}

// Those that change nothing of what is computed.
TEST(OperatorInfer, TakesAttributesWithoutMeaning) {
  const Tensor x = Of({1, 4, 5, 5});
  const Tensor channels = Of({4});
  std::vector<TensorType> types;
  EXPECT_TRUE(Node("BatchNormalization", {x, channels, channels, channels, channels})
                  .Float("momentum", 0.9f)
                  .Infer(&types)
                  .ok());
  EXPECT_TRUE(Pool().Int("storage_order", 1).Infer(&types).ok());
  EXPECT_TRUE(Node("Cast", {x}, 19).Int("to", 6).Int("saturate", 0).Infer(&types).ok());
}

TEST(OperatorInfer, LooksAtWindows) {
  ExpectFaults({
      {Conv().List("strides", {1}), kWrong, "strides has 1 entries, not 2"},
      {Conv().List("strides", {1, 0}), kWrong, "strides has an entry of 0"},
      {Conv().List("strides", {1, kHuge}), kWrong, "strides has an entry of 9223372036854775807"},
      {Conv().List("strides", {1, 4097}), kWrong, "an entry of 4097, outside 1 to 4096"},
      {Conv().List("dilations", {1, -1}), kWrong, "dilations has an entry of -1"},
      {Conv().List("dilations", {3, 3}), kWrong, "a kernel that spans 7 doesn't fit in 5"},
      {Conv().List("pads", {0, 0, 0}), kWrong, "pads has 3 entries, not 4"},
      {Conv().List("pads", {0, -1, 0, 0}), kWrong, "pads has an entry of -1"},
      {Conv().List("pads", {0, kHuge, 0, kHuge}), kWrong, "pads has an entry of 92"},
      {Conv().Text("auto_pad", "SAME"), kWrong, "auto_pad is 'SAME'"},
      {Conv().List("kernel_shape", {3, 2}), kWrong,
       "kernel_shape is [3,2], the weights have [3,3]"},
      {Conv().Int("group", 0), kWrong, "2 channels in 0 groups"},
      {Conv().Int("group", -1), kWrong, "2 channels in -1 groups"},
      {Conv().Int("group", 3), kWrong, "2 channels in 3 groups"},
      {Conv().Int("group", 2), kWrong, "the input has 4 channels, the weights take 8"},
      {Conv().In(Of({3})), kWrong, "bias [3] for 2 channels"},
      {Node("Conv", {Of({1, 4}), Of({2, 4})}), kRefused, "input 0 has 2 dimensions; taken: 3 to 5"},
      {Node("Conv", {Of({1, 4, 5, 5}), Of({2, 4, 3})}), kWrong, "weights [2,4,3] for an input"},
      {Turned().List("output_padding", {-1, 0}), kWrong, "output_padding has an entry of -1"},
      {Turned().List("output_padding", {0, 1}), kRefused, "adds 1 elements at the end"},
      {Turned().List("output_shape", {7, 9}), kRefused, "adds 2 elements at the end"},
      {Turned().List("output_shape", {0, 5}), kWrong, "output_shape has an entry of 0"},
      {Turned().List("pads", {4, 4, 4, 4}), kWrong, "output 0: dimension 2 is -1"},
      {Turned().Int("group", 3), kWrong, "4 channels in 3 groups"},
      {Turned().In(Of({4})), kWrong, "bias [4] for 2 channels"},
      {Node("MaxPool", {Of({1, 1, 4, 4})}), kWrong, "has no kernel_shape"},
      {Node("MaxPool", {Of({1, 1, 4, 4})}).List("kernel_shape", {0, 1}), kWrong, "entry of 0"},
      {Pool().List("pads", {2, 0, 0, 0}), kWrong, "a padding of 2 around a kernel that spans 2"},
      {Pool().List("dilations", {9, 9}), kWrong, "a kernel that spans 10 doesn't fit"},
      {Node("AveragePool", {Of({1, 1, 4, 4})})
           .List("kernel_shape", {2, 2})
           .List("dilations", {2, 2}),
       kWrong, "attribute 'dilations' is none of AveragePool at opset 17"},
      {Node("GlobalAveragePool", {Of({1, 4})}), kRefused, "input 0 has 2 dimensions"},
  });
}

TEST(OperatorInfer, LooksAtShapes) {
  const Tensor vector = Of({3}), matrix = Of({2, 3});
  ExpectFaults({
      {Node("Gemm", {matrix, matrix}), kWrong, "3 columns and 2 rows"},
      {Node("Gemm", {vector, matrix}), kRefused, "input 0 has 1 dimensions; taken: 2"},
      {Node("Gemm", {matrix, Of({3, 4}), Of({2})}), kWrong, "input 2 [2] can't be added to [2,4]"},
      {Node("Gemm", {matrix, Of({3, 4}), Of({5, 2, 4})}), kWrong, "can't be added"},
      {Node("MatMul", {matrix, matrix}), kWrong, "3 columns and 2 rows"},
      {Node("MatMul", {Of({}), matrix}), kRefused, "input 0 has 0 dimensions"},
      {Node("MatMul", {Of({2, 2, 3}), Of({3, 3, 4})}), kWrong, "the stacks of matrices"},
      {Node("Add", {matrix, Of({2})}), kWrong, "input 1 [2] can't be broadcast with [2,3]"},
      {Node("Max", {matrix, vector, Of({4})}), kWrong, "input 2 [4] can't be broadcast"},
      {Node("Clip", {matrix, vector}), kWrong, "input 1 is [3], not one number"},
      {Node("BatchNormalization", {matrix, vector, vector, Of({2}), vector}), kWrong,
       "input 3 is [2] for 3 channels"},
      {Node("BatchNormalization", {matrix, vector, vector, vector, vector}, 14)
           .Int("training_mode", 1),
       kRefused, "training_mode"},
      {Node("LayerNormalization", {matrix, Of({2})}), kRefused, "input 1 is [2] where [3]"},
      {Node("Concat", {matrix, vector}).Int("axis", 0), kWrong, "input 1 [3] doesn't fit"},
      {Node("Concat", {matrix, Of({3, 3})}).Int("axis", 1), kWrong, "doesn't fit to input 0 [2,3]"},
      {Node("Concat", {matrix}), kWrong, "has no axis"},
      {Node("Split", {matrix}).Int("axis", 1).Outputs(2), kWrong,
       "3 elements can't be split into 2"},
      {Node("Split", {matrix}, 11).List("split", {2, 1}).Outputs(2), kWrong,
       "splits 2 elements into"},
      {Node("Split", {matrix}, 11).List("split", {3, -1}).Outputs(2), kWrong, "into [3,-1]"},
      {Node("Split", {matrix}, 11).List("split", {2, 7}).Outputs(2), kWrong, "into [2,7]"},
      {Node("Split", {matrix}, 11).List("split", {kHuge, kHuge}).Outputs(2), kWrong, "into [92"},
      {Node("Split", {matrix}, 11).List("split", {2}).Outputs(2), kWrong, "has 2 outputs for"},
      {Node("Split", {Of({5})}, 18).Int("num_outputs", 3).Outputs(2), kWrong,
       "num_outputs is 3, and it has 2 outputs"},
      {Node("Split", {Of({5})}, 18).Int("num_outputs", 4).Outputs(4), kWrong,
       "5 elements can't be split into 4 parts"},
      {Node("Split", {Of({5})}, 18).Constant(List({2, 3})).Int("num_outputs", 2).Outputs(2), kWrong,
       "has both num_outputs and sizes"},
      {Node("Transpose", {matrix}).List("perm", {0}), kWrong, "perm [0] for 2 dimensions"},
      {Node("Transpose", {matrix}).List("perm", {0, 0}), kWrong, "axis 0 is named twice"},
      {Node("Squeeze", {matrix}, 11).List("axes", {0}), kWrong, "dimension 0 of [2,3] is not 1"},
      {Node("Unsqueeze", {matrix}, 11), kWrong, "has no axes"},
      {Node("Unsqueeze", {matrix}, 11).List("axes", Ints{0, 0}), kWrong, "named twice"},
      {Node("Shape", {matrix}).Int("start", 2), kRefused, "output 0: dimension 0 is 0"},
  });
}

TEST(OperatorInfer, LooksAtAxes) {
  const Tensor x = Of({2, 3});
  const Tensor index = Of({1}, ElementType::kInt64);
  const char* says = "axis 2 of a tensor of 2 dimensions";
  ExpectFaults({
      {Node("Softmax", {x}).Int("axis", 2), kWrong, says},
      {Node("Softmax", {x}).Int("axis", -kHuge - 1), kWrong, "axis -9223372036854775808 of"},
      {Node("Softmax", {Of({})}), kRefused, "input 0 has 0 dimensions"},
      {Node("LayerNormalization", {x, Of({3})}).Int("axis", 2), kWrong, says},
      {Node("Concat", {x, x}).Int("axis", 2), kWrong, says},
      {Node("Split", {x}).Int("axis", 2), kWrong, says},
      {Node("Split", {Of({})}), kWrong, "axis 0 of a tensor of 0 dimensions"},
      {Node("Gather", {x, index}).Int("axis", 2), kWrong, says},
      {Node("Gather", {Of({}), index}), kWrong, "axis 0 of a tensor of 0 dimensions"},
      {Node("Flatten", {x}).Int("axis", 3), kWrong, "axis 3 of a tensor of 2"},
      {Node("ReduceMean", {x}).List("axes", {2}), kWrong, says},
      {Node("ReduceMean", {x}).List("axes", {1, -1}), kWrong, "axis -1 is named twice"},
      {Node("Squeeze", {x}, 11).List("axes", {2}), kWrong, says},
      {Node("Unsqueeze", {x}, 11).List("axes", {3}), kWrong, "axis 3 of a tensor of 3"},
  });
}

OperatorRunner Reshape(Ints shape) {
  return OperatorRunner("Reshape").In(Of({2, 3})).Constant(List(shape));
}

OperatorRunner Slice(Ints starts, Ints ends, Ints axes, Ints steps) {
  OperatorRunner node("Slice");
  node.In(Of({2, 3})).Constant(List(starts)).Constant(List(ends));
  return node.Constant(List(axes)).Constant(List(steps));
}

TEST(OperatorInfer, LooksAtListsThatDecideAShape) {
  ExpectFaults({
      {Node("Reshape", {Of({2, 3}), List({6})}), kRefused, "shape is not known at load"},
      {OperatorRunner("Reshape").In(Of({2})).Constant(Of({1, 1}, ElementType::kInt64)), kWrong,
       "shape is not a list"},
      {OperatorRunner("Reshape").In(Of({2})).Constant(Of({1})), kRefused, "input 1 is float"},
      {Reshape({7}), kWrong, "shape [7] for an input [2,3]"},
      {Reshape({-1, 4}), kWrong, "shape has no -1 that fits"},
      {Reshape({-1, -1}), kWrong, "shape has two -1"},
      {Reshape({-2}), kWrong, "shape has a dimension of -2"},
      {Reshape({2, 3, 0}), kWrong, "shape takes over dimension 2"},
      {Reshape({0, -1}).Int("allowzero", 1), kWrong, "has no size"},
      {Reshape({kHuge, kHuge, kHuge}), StatusCode::kResourceExhausted, "output 0: "},
      {Reshape({kHuge, kHuge, -1}), kWrong, "has no size"},
      {Node("Slice", {Of({2}), List({0}), List({1})}), kRefused, "starts is not known at load"},
      {Slice({0}, {1, 1}, {0}, {1}), kWrong, "have different lengths"},
      {Slice({0}, {1}, {0}, {0}), kWrong, "has a step of 0"},
      {Slice({0}, {1}, {2}, {1}), kWrong, "axis 2 of a tensor"},
      {Slice({0, 0}, {1, 1}, {1, -1}, {1, 1}), kWrong, "axis -1 is named twice"},
      {Slice({1}, {1}, {0}, {1}), kRefused, "output 0: dimension 0 is 0"},
      {Slice({-kHuge - 1}, {kHuge}, {0}, {-kHuge - 1}), kRefused, "output 0: dimension 0 is 0"},
      {Node("Split", {Of({2}), List({1, 1})}).Outputs(2), kRefused, "split is not known at load"},
      {Node("Squeeze", {Of({1}), List({0})}), kRefused, "axes is not known at load"},
      {Node("Unsqueeze", {Of({1})}), kWrong, "input 1 is missing"},
      {Node("ReduceMean", {Of({1}), List({0})}, 18), kRefused, "axes is not known at load"},
  });
}

// What small inputs, cleverly claimed, would come to.
TEST(OperatorInfer, RefusesHugeTensors) {
  const int64_t k64 = 1 << 16;
  constexpr StatusCode kTooMuch = StatusCode::kResourceExhausted;
  ExpectFaults({
      {Node("Relu", {Claimed({kHuge, kHuge})}), kTooMuch, "input 0: "},
      {Node("Relu", {Claimed({-1})}), kWrong, "input 0: dimension 0 is -1"},
      {Node("Relu", {Claimed({0})}), kRefused, "input 0: dimension 0 is 0"},
      {Node("Add", {Claimed({k64, 1}), Claimed({1, k64})}), kTooMuch, "output 0: "},
      {Node("MatMul", {Claimed({k64, 1}), Claimed({1, k64})}), kTooMuch, "output 0: "},
      {Node("Gemm", {Claimed({k64, 1}), Claimed({1, k64})}), kTooMuch, "output 0: "},
      {Node("Conv", {Claimed({1, 8, 1, 1}), Claimed({64, 8, 1, 1})})
           .List("pads", {4096, 4096, 4096, 4096}),
       kTooMuch, "output 0: "},
      {Node("ConvTranspose", {Of({1, 1, 16, 16}), Of({1, 1, 1, 1})}).List("strides", {4096, 4096}),
       kTooMuch, "output 0: "},
      {Node("Gather", {Claimed({2, 1 << 20}), Claimed({1 << 20}, ElementType::kInt64)}), kTooMuch,
       "output 0: "},
      {Node("Concat", {Claimed({1 << 29}), Claimed({1 << 29}), Claimed({1 << 29})}).Int("axis", 0),
       kTooMuch, "output 0: "},
  });
}

}  // namespace
}  // namespace aclprof
