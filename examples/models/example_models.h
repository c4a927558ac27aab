// example_models.h: the models that examples and tests run, as ONNX files, and inputs for them.
//
// Shape    weights are seeded numbers, scaled so that every output is finite and depends on the input; the bytes are the
//          same from every compiler. Nodes are named as in the networks' papers and PyTorch's sources.
// Units    inputs are the bytes of a tensor: little endian, row by row.
#pragma once

#include <span>
#include <string>

namespace aclprof {

struct ExampleModel {
  const char* name;
  std::string (*bytes)();            // of the ONNX file
  std::string (*input)(int number);  // of the one input: any number gives another
};

// resnet18, mobilenet_v2, transformer_encoder.
std::span<const ExampleModel> ExampleModels();

// ResNet-18: an image of 3 x 224 x 224 to the scores of 1000 classes.
std::string ResNet18();
// MobileNetV2, of depthwise separable convolutions, with the same input and output.
std::string MobileNetV2();
// An encoder of 4 layers like BERT's: 32 tokens of a vocabulary of 1000 to 32 vectors of 128 numbers.
std::string TransformerEncoder();
// Of its input.
inline constexpr int64_t kTokens = 32;
inline constexpr int64_t kVocabulary = 1000;

}  // namespace aclprof
