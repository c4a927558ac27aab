// small_models.h: models of a few nodes, of the operators of plain_operators.cc.
#pragma once

#include <string>
#include <vector>

#include "examples/models/onnx_builder.h"

namespace aclprof {

inline OnnxBuilder SumAndReluModel() {
  OnnxBuilder builder;
  builder.Input("x", ElementType::kFloat, {4}).Output("y", ElementType::kFloat, {4});
  builder.Weight("w", {4}, {1, -1, 1, -1}).Value("s", ElementType::kFloat, {4});
  builder.Node("Add", "sum", {"x", "w"}, {"s"}).Node("Relu", "relu", {"s"}, {"y"});
  return builder;
}

// Shapes that are known at load, and are steps of the run all the same.
inline OnnxBuilder ShapeModel() {
  OnnxBuilder builder;
  builder.Input("x", ElementType::kFloat, {2, 3}).Output("y");
  builder.Output("shape", ElementType::kInt64, {2});
  builder.Integers("from", {3}, {1, 2, 9}).Integers("which", {2}, {1, 0});
  builder.Node("Gather", "g", {"from", "which"}, {"picked"});
  builder.Node("Add", "plus", {"picked", "which"}, {"shape"});
  builder.Integers("whole", {1}, {6});
  builder.Node("Reshape", "r", {"x", "whole"}, {"flat"});
  builder.Node("Reshape", "again", {"flat", "tail"}, {"y"});
  builder.Node("Identity", "i", {"pair"}, {"tail"}).Integers("pair", {2}, {3, 2});
  return builder;
}

// Nodes out of order and without names, an open dimension, a Constant, parts that meet again.
inline OnnxBuilder PartsModel() {
  using Tensor = OnnxBuilder::Attribute::Tensor;
  const Tensor value{OnnxBuilder::FloatTensor("", {1, 2}, {10, 20})};
  OnnxBuilder builder;
  builder.Name("parts").Input("x", ElementType::kFloat, {2, 2});
  builder.Output("y", ElementType::kFloat, {OnnxBuilder::kOpen, 2});
  builder.Node("Add", "", {"sum", "c"}, {"y"});
  builder.Node("Constant", "", {}, {"c"}, {{"value", value}});
  builder.Node("Add", "", {"left", "turned"}, {"sum"});
  builder.Node("Relu", "", {"right"}, {"turned"});
  builder.Node("Split", "halves", {"x"}, {"left", "right"},
               {{"axis", int64_t{0}}, {"split", std::vector<int64_t>{1, 1}}, {"mode", "even"}});
  return builder;
}

}  // namespace aclprof
