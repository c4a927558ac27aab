// MobileNetV2.
//
// Source   "MobileNetV2: Inverted Residuals and Linear Bottlenecks", Sandler and others, 2018, table 2.
#include "examples/models/example_models.h"
#include "examples/models/image_network.h"

namespace aclprof {
namespace {

struct Stage {
  int64_t expansion;
  int64_t outputs;
  int blocks;
  int64_t stride;  // of its first block
};

constexpr Stage kStages[] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                             {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};

class Builder {
 public:
  std::string Bytes() {
    Activated("features.0", {3, 32, 3, 2});
    for (const Stage& stage : kStages)
      for (int block = 0; block < stage.blocks; ++block)
        AddBlock(stage, block == 0 ? stage.stride : 1);
    Activated("features.18", {channels_, 1280, 1});
    return net_.Bytes(value_, channels_);
  }

 private:
  // Wider, through every channel by itself, narrow again; and the way around where the size is the same.
  void AddBlock(const Stage& stage, int64_t stride) {
    const std::string name = "features." + std::to_string(++blocks_);
    const std::string input = value_;
    const int64_t inputs = channels_, inner = inputs * stage.expansion;
    if (stage.expansion != 1) Activated(name + ".expand", {inputs, inner, 1});
    Activated(name + ".depthwise", {inner, inner, 3, stride, inner});
    Convolved(name + ".project", {inner, stage.outputs, 1}, 1);
    if (stride == 1 && inputs == stage.outputs) value_ = net_.Add(name + ".add", input, value_);
  }

  void Convolved(const std::string& name, const ConvShape& shape, float gain) {
    value_ = net_.Conv(name + ".conv", value_, shape);
    value_ = net_.BatchNorm(name + ".bn", value_, shape.outputs, gain);
    channels_ = shape.outputs;
  }
  void Activated(const std::string& name, const ConvShape& shape) {
    Convolved(name, shape, 1);
    value_ = net_.Relu6(name + ".relu6", value_);
  }

  ImageNetwork net_{"mobilenet_v2", 2};
  std::string value_ = "image";
  int64_t channels_ = 3;
  int blocks_ = 0;
};

}  // namespace

std::string MobileNetV2() { return Builder().Bytes(); }

}  // namespace aclprof
