// tiny_networks.h: networks of the real operators, each kind of node once, small enough to break thousands of times.
#pragma once

#include <string>
#include <vector>

#include "examples/models/onnx_builder.h"

namespace aclprof {

inline std::vector<float> SomeFloats(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 7) * 0.25f - 0.5f;
  return values;
}

// An image through convolutions, pools and a classifier.
inline OnnxBuilder TinyConvolutionNetwork() {
  using Ints = std::vector<int64_t>;
  constexpr ElementType kFloat = ElementType::kFloat;
  OnnxBuilder net;
  net.Name("tiny_cnn").Input("image", kFloat, {OnnxBuilder::kOpen, 2, 8, 8});
  net.Output("classes", kFloat, {OnnxBuilder::kOpen, 3});
  net.Weight("w1", {4, 2, 3, 3}, SomeFloats(72)).Weight("b1", {4}, SomeFloats(4));
  net.Node("Conv", "conv1", {"image", "w1", "b1"}, {"c1"},
           {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}, {"strides", Ints{1, 1}}});
  for (const char* name : {"scale", "bias", "mean"}) net.Weight(name, {4}, SomeFloats(4));
  net.Weight("var", {4}, {1, 2, 3, 4});
  net.Node("BatchNormalization", "bn", {"c1", "scale", "bias", "mean", "var"}, {"n1"},
           {{"epsilon", 1e-5f}});
  net.Node("Relu", "relu", {"n1"}, {"r1"});
  net.Node("MaxPool", "pool", {"r1"}, {"p1"},
           {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}});
  net.Weight("w2", {4, 1, 3, 3}, SomeFloats(36));
  net.Node("Conv", "depthwise", {"p1", "w2"}, {"d1"},
           {{"group", int64_t{4}}, {"auto_pad", "SAME_UPPER"}});
  net.Node("Add", "shortcut", {"p1", "d1"}, {"s1"});
  net.Node("LeakyRelu", "leaky", {"s1"}, {"l1"}, {{"alpha", 0.1f}});
  net.Node("AveragePool", "average", {"l1"}, {"a1"}, {{"kernel_shape", Ints{2, 2}}});
  net.Node("GlobalAveragePool", "global", {"a1"}, {"g1"});
  net.Node("Flatten", "flat", {"g1"}, {"f1"}, {{"axis", int64_t{1}}});
  net.Weight("w3", {3, 4}, SomeFloats(12)).Weight("b3", {3}, SomeFloats(3));
  net.Node("Gemm", "classify", {"f1", "w3", "b3"}, {"z"}, {{"transB", int64_t{1}}});
  return net.Node("Softmax", "soft", {"z"}, {"classes"}, {{"axis", int64_t{1}}});
}

// Tokens through an embedding, one head of attention and shape changes of every kind.
inline OnnxBuilder TinyAttentionNetwork() {
  using Ints = std::vector<int64_t>;
  OnnxBuilder net(17);
  net.Name("tiny_attention").Input("tokens", ElementType::kInt64, {1, 4});
  net.Output("y", ElementType::kFloat, {1, 4, 6}).Output("mean");
  net.Weight("table", {5, 6}, SomeFloats(30)).Weight("gamma", {6}, SomeFloats(6));
  net.Weight("beta", {6}, SomeFloats(6)).Weight("wqkv", {6, 18}, SomeFloats(108));
  net.Node("Gather", "embed", {"table", "tokens"}, {"e"});
  net.Node("LayerNormalization", "norm", {"e", "gamma", "beta"}, {"n"});
  net.Node("MatMul", "project", {"n", "wqkv"}, {"qkv"});
  net.Integers("thirds", {3}, {6, 6, 6});
  net.Node("Split", "split", {"qkv", "thirds"}, {"q", "k", "v"}, {{"axis", int64_t{-1}}});
  net.Node("Transpose", "turn", {"k"}, {"kt"}, {{"perm", Ints{0, 2, 1}}});
  net.Node("MatMul", "scores", {"q", "kt"}, {"s"});
  net.Node("Constant", "root", {}, {"d"}, {{"value_float", 2.45f}});
  net.Node("Div", "scale", {"s", "d"}, {"sd"});
  net.Node("Softmax", "soft", {"sd"}, {"a"}).Node("MatMul", "mix", {"a", "v"}, {"m"});
  net.Integers("shape", {3}, {2, -1, 6}).Integers("first", {1}, {0}).Integers("last", {1}, {1});
  net.Node("Reshape", "fold", {"m", "shape"}, {"f"});
  net.Node("Slice", "half", {"f", "first", "last", "first"}, {"h"});
  net.Node("Concat", "again", {"h", "h"}, {"c"}, {{"axis", int64_t{1}}});
  net.Node("Squeeze", "squeeze", {"c", "first"}, {"sq"});
  net.Node("Unsqueeze", "unsqueeze", {"sq", "first"}, {"u"});
  net.Node("Tanh", "tanh", {"u"}, {"t"}).Node("Sigmoid", "gate", {"u"}, {"g"});
  net.Node("Mul", "gated", {"t", "g"}, {"mg"}).Node("Sub", "rest", {"mg", "e"}, {"y"});
  return net.Node("ReduceMean", "mean", {"y"}, {"mean"}, {{"axes", Ints{1}}});
}

}  // namespace aclprof
