// make_operator_models.cc: small models of the operators that the newest opsets changed, for compare_models.
//
//   make_operator_models DIR      makes DIR and in it <model>.onnx, <model>.input0 and <model>.input1: one float input and
//                                 one output each
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "devices/models/onnx_graph.h"
#include "examples/models/onnx_builder.h"
#include "examples/models/seeded_numbers.h"

namespace {

using aclprof::Dims;
using aclprof::OnnxBuilder;
using Ints = std::vector<int64_t>;
constexpr auto kFloat = aclprof::ElementType::kFloat;
constexpr int64_t kIrVersion = 9;  // of opset 20

struct OperatorModel {
  std::string name;
  Dims input;
  OnnxBuilder model;
};

OperatorModel Begun(const std::string& name, const Dims& input, const Dims& output) {
  OperatorModel model{name, input, OnnxBuilder(aclprof::kLastOpset, kIrVersion)};
  model.model.Name(name).Input("x", kFloat, input).Output("y", kFloat, output);
  return model;
}

OperatorModel Gelu(const std::string& approximate) {
  OperatorModel model = Begun("gelu_" + approximate, {3, 50}, {3, 50});
  model.model.Node("Gelu", "gelu", {"x"}, {"y"}, {{"approximate", approximate}});
  return model;
}

// The parts the other way round.
OperatorModel Split() {
  OperatorModel model = Begun("split_num_outputs", {4, 11}, {4, 11});
  model.model.Node("Split", "split", {"x"}, {"a", "b", "c"},
                   {{"axis", int64_t{1}}, {"num_outputs", int64_t{3}}});
  model.model.Node("Concat", "join", {"c", "b", "a"}, {"y"}, {{"axis", int64_t{1}}});
  return model;
}

OperatorModel ReduceMean() {
  OperatorModel model = Begun("reduce_mean_axes", {4, 5, 600}, {5});
  model.model.Integers("axes", {2}, {0, 2});
  model.model.Node("ReduceMean", "mean", {"x", "axes"}, {"y"}, {{"keepdims", int64_t{0}}});
  return model;
}

OperatorModel AveragePool(int64_t count_padding) {
  OperatorModel model =
      Begun("average_pool_dilated_" + std::to_string(count_padding), {1, 3, 13, 17}, {1, 3, 6, 6});
  model.model.Node("AveragePool", "pool", {"x"}, {"y"},
                   {{"kernel_shape", Ints{3, 2}},
                    {"strides", Ints{2, 3}},
                    {"dilations", Ints{2, 3}},
                    {"pads", Ints{1, 1, 1, 1}},
                    {"count_include_pad", count_padding}});
  return model;
}

OperatorModel Normalized() {
  OperatorModel model = Begun("layer_normalization", {6, 700}, {6, 700});
  model.model.Weight("scale", {700}, std::vector<float>(700, 1.5f));
  model.model.Weight("shift", {700}, std::vector<float>(700, -0.25f));
  model.model.Node("LayerNormalization", "norm", {"x", "scale", "shift"}, {"y"});
  return model;
}

OperatorModel Flattened() {
  OperatorModel model = Begun("shape_of_shape", {2, 3, 4}, {2, 12});
  model.model.Integers("first", {}, {0}).Integers("axis", {1}, {0}).Integers("rest", {1}, {-1});
  model.model.Node("Shape", "shape", {"x"}, {"dims"});
  model.model.Node("Gather", "batch", {"dims", "first"}, {"size"});
  model.model.Node("Unsqueeze", "list", {"size", "axis"}, {"sizes"});
  model.model.Node("Concat", "shapes", {"sizes", "rest"}, {"flat"}, {{"axis", int64_t{0}}});
  model.model.Node("Reshape", "view", {"x", "flat"}, {"y"});
  return model;
}

std::vector<OperatorModel> Models() {
  return {Gelu("none"),   Gelu("tanh"),   Split(),      ReduceMean(),
          AveragePool(0), AveragePool(1), Normalized(), Flattened()};
}

bool Write(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (!file) std::fprintf(stderr, "%s: can't be written\n", path.c_str());
  return !file.fail();
}

std::string InputOf(const OperatorModel& model, uint64_t number) {
  size_t count = 1;
  for (const int64_t dim : model.input) count *= static_cast<size_t>(dim);
  const std::vector<float> values = aclprof::SeededNumbers(3000 + number).Floats(count, -3, 3);
  return {reinterpret_cast<const char*>(values.data()), count * sizeof(float)};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "make_operator_models DIR\n");
    return 2;
  }
  std::error_code error;
  std::filesystem::create_directories(argv[1], error);
  for (const OperatorModel& each : Models()) {
    const std::string path = std::string(argv[1]) + "/" + each.name;
    if (!Write(path + ".onnx", each.model.Bytes()) || !Write(path + ".input0", InputOf(each, 0)) ||
        !Write(path + ".input1", InputOf(each, 1)))
      return 1;
  }
  return 0;
}
