// ResNet-18.
//
// Source   "Deep Residual Learning for Image Recognition", He and others, 2015, table 1.
#include "examples/models/example_models.h"
#include "examples/models/image_network.h"

namespace aclprof {
namespace {

// Two convolutions and the way around them.
std::string BasicBlock(ImageNetwork* net, const std::string& name, const std::string& input,
                       int64_t inputs, int64_t outputs) {
  const int64_t stride = inputs == outputs ? 1 : 2;
  std::string main = net->Conv(name + ".conv1", input, {inputs, outputs, 3, stride});
  main = net->BatchNorm(name + ".bn1", main, outputs);
  main = net->Relu(name + ".relu1", main);
  main = net->Conv(name + ".conv2", main, {outputs, outputs, 3});
  main = net->BatchNorm(name + ".bn2", main, outputs, 0.5f);
  std::string around = input;
  if (stride != 1) {
    around = net->Conv(name + ".downsample.0", input, {inputs, outputs, 1, stride});
    around = net->BatchNorm(name + ".downsample.1", around, outputs);
  }
  return net->Relu(name + ".relu2", net->Add(name + ".add", main, around));
}

}  // namespace

std::string ResNet18() {
  ImageNetwork net("resnet18", 18);
  std::string value = net.Conv("conv1", "image", {3, 64, 7, 2});
  value = net.Relu("relu", net.BatchNorm("bn1", value, 64));
  value = net.MaxPool("maxpool", value);
  int64_t channels = 64;
  for (int layer = 1; layer <= 4; ++layer) {
    const std::string name = "layer" + std::to_string(layer);
    const int64_t outputs = int64_t{64} << (layer - 1);
    value = BasicBlock(&net, name + ".0", value, channels, outputs);
    value = BasicBlock(&net, name + ".1", value, outputs, outputs);
    channels = outputs;
  }
  return net.Bytes(value, channels);
}

}  // namespace aclprof
