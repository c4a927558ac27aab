// image_network.h: networks of convolutions, layer by layer.
//
// Shape    each layer is a node of its own and gives the name of its result, which is that of the node.
#pragma once

#include <cstdint>
#include <string>

#include "examples/models/onnx_builder.h"
#include "examples/models/seeded_numbers.h"

namespace aclprof {

struct ConvShape {
  int64_t inputs;   // channels
  int64_t outputs;  // channels
  int64_t kernel;   // side
  int64_t stride = 1;
  int64_t groups = 1;
};

class ImageNetwork {
 public:
  ImageNetwork(const std::string& name, uint64_t seed);

  // Padded so that a stride of 1 keeps the size.
  std::string Conv(const std::string& name, const std::string& input, const ConvShape& shape);
  // With statistics near 0 and 1, and scales near `gain`.
  std::string BatchNorm(const std::string& name, const std::string& input, int64_t channels,
                        float gain = 1);
  std::string Relu(const std::string& name, const std::string& input);
  std::string Relu6(const std::string& name, const std::string& input);
  std::string MaxPool(const std::string& name, const std::string& input);
  std::string Add(const std::string& name, const std::string& a, const std::string& b);
  // The end: the average of each channel, and of those the scores of 1000 classes.
  std::string Bytes(const std::string& input, int64_t channels);

 private:
  OnnxBuilder builder_;
  SeededNumbers numbers_;
  bool has_bounds_ = false;  // of Relu6, which all share
};

}  // namespace aclprof
