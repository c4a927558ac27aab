#include "examples/models/image_network.h"

#include <cmath>
#include <vector>

namespace aclprof {
namespace {

using Ints = std::vector<int64_t>;
constexpr int64_t kClasses = 1000;

}  // namespace

ImageNetwork::ImageNetwork(const std::string& name, uint64_t seed) : numbers_(seed) {
  builder_.Name(name).Input("image", ElementType::kFloat, {1, 3, 224, 224});
  builder_.Output("scores", ElementType::kFloat, {1, kClasses});
}

// He's bound, which keeps the size of values from layer to layer.
std::string ImageNetwork::Conv(const std::string& name, const std::string& input,
                               const ConvShape& shape) {
  const int64_t weights_of_one = shape.inputs / shape.groups * shape.kernel * shape.kernel;
  const float bound = static_cast<float>(std::sqrt(6.0 / static_cast<double>(weights_of_one)));
  const int64_t pad = shape.kernel / 2;
  builder_.Weight(
      name + ".weight", {shape.outputs, shape.inputs / shape.groups, shape.kernel, shape.kernel},
      numbers_.Floats(static_cast<size_t>(shape.outputs * weights_of_one), -bound, bound));
  builder_.Node("Conv", name, {input, name + ".weight"}, {name},
                {{"kernel_shape", Ints{shape.kernel, shape.kernel}},
                 {"strides", Ints{shape.stride, shape.stride}},
                 {"pads", Ints{pad, pad, pad, pad}},
                 {"group", shape.groups}});
  return name;
}

std::string ImageNetwork::BatchNorm(const std::string& name, const std::string& input,
                                    int64_t channels, float gain) {
  const auto weight = [&](const char* part, float low, float high) {
    builder_.Weight(name + part, {channels},
                    numbers_.Floats(static_cast<size_t>(channels), low, high));
  };
  weight(".weight", 0.75f * gain, 1.25f * gain);
  weight(".bias", -0.5f, 0);
  weight(".running_mean", -0.125f, 0.125f);
  weight(".running_var", 0.75f, 1.25f);
  builder_.Node(
      "BatchNormalization", name,
      {input, name + ".weight", name + ".bias", name + ".running_mean", name + ".running_var"},
      {name}, {{"epsilon", 1e-5f}});
  return name;
}

std::string ImageNetwork::Relu(const std::string& name, const std::string& input) {
  builder_.Node("Relu", name, {input}, {name});
  return name;
}

std::string ImageNetwork::Relu6(const std::string& name, const std::string& input) {
  if (!has_bounds_) builder_.Weight("zero", {}, {0}).Weight("six", {}, {6});
  has_bounds_ = true;
  builder_.Node("Clip", name, {input, "zero", "six"}, {name});
  return name;
}

std::string ImageNetwork::MaxPool(const std::string& name, const std::string& input) {
  builder_.Node(
      "MaxPool", name, {input}, {name},
      {{"kernel_shape", Ints{3, 3}}, {"strides", Ints{2, 2}}, {"pads", Ints{1, 1, 1, 1}}});
  return name;
}

std::string ImageNetwork::Add(const std::string& name, const std::string& a, const std::string& b) {
  builder_.Node("Add", name, {a, b}, {name});
  return name;
}

std::string ImageNetwork::Bytes(const std::string& input, int64_t channels) {
  const float bound = static_cast<float>(std::sqrt(6.0 / static_cast<double>(channels)));
  builder_.Node("GlobalAveragePool", "avgpool", {input}, {"avgpool"});
  builder_.Node("Flatten", "flatten", {"avgpool"}, {"flatten"});
  builder_.Weight("fc.weight", {kClasses, channels},
                  numbers_.Floats(static_cast<size_t>(kClasses * channels), -bound, bound));
  builder_.Weight("fc.bias", {kClasses}, numbers_.Floats(kClasses, -0.25f, 0.25f));
  builder_.Node("Gemm", "fc", {"flatten", "fc.weight", "fc.bias"}, {"scores"},
                {{"transB", int64_t{1}}});
  return builder_.Bytes();
}

}  // namespace aclprof
